import { Component, type ReactNode } from "react";
import { ROUTE } from "../state/routes.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { Logo } from "../ui/logo.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { shellText } from "./shell-text.ts";

/** The page shown instead of a screen after an error. Its links are full page loads, which restart the application. */
export function ErrorPage({ text, actions }: { text: string; actions: ReactNode }) {
  return (
    <Stack
      as="main"
      align="center"
      justify="center"
      gap={8}
      minHeight="calc(100dvh - var(--top-bar, 0px))"
      pad="32px 16px"
      textAlign="center"
    >
      <Box as="a" href={ROUTE.landing} radius="control" margin="0 0 24px">
        <Logo height={28} />
      </Box>
      <PageHeading title={shellText.errorTitle} size="section" />
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

/** Shows the error page when a component below throws while rendering. React logs the error. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <ErrorPage
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
