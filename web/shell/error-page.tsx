import { Component, type ReactNode } from "react";
import { useLocation } from "wouter";
import { ROUTE } from "../state/routes.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { Logo } from "../ui/logo.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { shellText } from "./shell-text.ts";

type ErrorPageProps = {
  text: string;
  actions: ReactNode;
  /** Whether it is in the frame of the screens. */
  isWithin?: boolean;
};

/** The page shown instead of a screen after an error. Its links are full page loads, which restart the application. */
export function ErrorPage({ text, actions, isWithin = false }: ErrorPageProps) {
  return (
    <Stack
      as={isWithin ? "div" : "main"}
      align="center"
      justify="center"
      gap={8}
      minHeight={isWithin ? "60dvh" : "calc(100dvh - var(--top-bar, 0px))"}
      pad="32px 16px"
      textAlign="center"
    >
      {!isWithin && (
        <Box as="a" href={ROUTE.landing} radius="control" margin="0 0 24px">
          <Logo height={28} />
        </Box>
      )}
      {isWithin ? (
        <Text as="h2" size="section" weight={600}>
          {shellText.errorTitle}
        </Text>
      ) : (
        <PageHeading title={shellText.errorTitle} size="section" />
      )}
      <Text maxWidth="44ch" tone="muted" breaks="even">
        {text}
      </Text>
      <Row wrap justify="center" gap={8} margin="16px 0 0">
        {actions}
      </Row>
    </Stack>
  );
}

/** The page of an unknown address. */
export function NotFoundPage() {
  return (
    <ErrorPage
      text={shellText.notFound}
      actions={
        <>
          <ButtonAnchor href={ROUTE.dashboard} variant="accent">
            {shellText.toDashboard}
          </ButtonAnchor>
          <ButtonAnchor href={ROUTE.landing}>{shellText.toStart}</ButtonAnchor>
        </>
      }
    />
  );
}

type BoundaryProps = {
  /** What is shown: with another address, something else is. */
  at: string;
  isWithin: boolean;
  children: ReactNode;
};

class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate({ at }: BoundaryProps) {
    if (this.state.hasFailed && at !== this.props.at) this.setState({ hasFailed: false });
  }

  override render() {
    const { isWithin, children } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <ErrorPage
        isWithin={isWithin}
        text={shellText.crashed}
        actions={
          <>
            <Button variant="accent" onClick={() => location.reload()}>
              {shellText.reload}
            </Button>
            <ButtonAnchor href={ROUTE.dashboard}>{shellText.toDashboard}</ButtonAnchor>
          </>
        }
      />
    );
  }
}

/**
 * Shows the error page when a component below throws while rendering, until the address is another one. React logs the
 * error.
 * @param props.isWithin whether it is in the frame of the screens, which stays
 */
export function ErrorBoundary({ isWithin = false, children }: { isWithin?: boolean; children: ReactNode }) {
  const [at] = useLocation();
  return (
    <Boundary at={at} isWithin={isWithin}>
      {children}
    </Boundary>
  );
}
