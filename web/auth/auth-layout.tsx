import { styled } from "goober";
import { type ComponentProps, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from "react";
import { LanguageLink } from "../state/language-link.tsx";
import { ROUTE } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { WaveLines } from "../ui/charts/wave-lines.tsx";
import { FieldError } from "../ui/fields/field-frame.tsx";
import { useRefusedField } from "../ui/fields/refused-field.ts";
import { Box, Stack, Text } from "../ui/layout.tsx";
import { Logo } from "../ui/logo.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { media } from "../ui/theme.ts";

/** As wide as the page, so that the river runs behind the card; on phones it runs below the form. */
const Stage = styled("div")`
  position: relative;
  isolation: isolate;
  --river-top: calc(75% - 150px);
  display: flex;
  justify-content: center;
  width: 100%;
  padding: 32px 16px 24px;
  ${media.phone} {
    --river-top: calc(100% - 210px);
    flex: 1;
    padding: 64px 16px 120px;
  }
`;

const Panel = styled("div")`
  width: 100%;
  max-width: 400px;
  padding: 32px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  ${media.phone} {
    max-width: none;
    padding: 0;
    background: none;
    border: 0;
  }
`;

const Corner = styled("div")`
  position: absolute;
  top: calc(var(--top-bar, 0px) + 16px);
  right: 16px;
`;

type AuthLayoutProps = {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Below the card: {@link OtherPage}. */
  other?: ReactNode;
};

/**
 * The layout of pages for visitors who are not signed in: brand, one card, an alternative link and the river as the
 * background. On phones there is no card.
 */
export function AuthLayout({ title, lead, children, other }: AuthLayoutProps) {
  return (
    <Stack
      as="main"
      align="center"
      justify="center"
      minHeight="calc(100dvh - var(--top-bar, 0px))"
      pad="48px 0"
      phone={{ align: "stretch", justify: "start", pad: "24px 0 32px" }}
    >
      <Box as="a" href={ROUTE.landing} radius="control" phone={{ self: "start", margin: "0 0 0 16px" }}>
        <Logo height={28} />
      </Box>
      <Corner>
        <LanguageLink path={location.pathname} />
      </Corner>
      <Stage>
        <WaveLines top="var(--river-top)" />
        <Panel>
          <Box margin="0 0 20px" phone={{ margin: "0 0 28px" }}>
            <PageHeading title={title} size="section" phone={{ size: "figure" }} />
            {lead && (
              <Text margin="4px 0 0" tone="muted" phone={{ size: "lead" }}>
                {lead}
              </Text>
            )}
          </Box>
          {children}
        </Panel>
      </Stage>
      {other && (
        <Text pad="0 16px" tone="muted" textAlign="center">
          {other}
        </Text>
      )}
    </Stack>
  );
}

export function OtherPage({ question, href, label }: { question?: string; href: string; label: string }) {
  return (
    <>
      {question} <TextLink href={href}>{label}</TextLink>
    </>
  );
}

/**
 * The first field of a page that is a form: typing begins there at once. On touch screens the keyboard would cover half of
 * the page.
 */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (!matchMedia("(pointer: coarse)").matches) field.current?.focus();
  }, []);
  return field;
}

type AuthFormProps = Pick<ComponentProps<"form">, "onSubmit" | "onChange" | "children"> & {
  submit: string;
  size?: "form" | "large";
  /** Whether all required fields are filled. */
  isComplete: boolean;
  isBusy: boolean;
  /** Why it was refused, unless that is shown at a field. */
  problem?: string | null | undefined;
  foot?: ReactNode;
};

/**
 * The form of a sign-in page: fields, the problem and the button in one column. After a refusal the first field with a
 * problem has the focus.
 */
export function AuthForm(props: AuthFormProps) {
  const { submit, size = "form", isComplete, isBusy, problem, foot, children } = props;
  const problemId = useId();
  const form = useRefusedField(props);
  return (
    <Stack as="form" gap={16} {...form}>
      {children}
      {problem && <FieldError id={problemId}>{problem}</FieldError>}
      <Box margin="8px 0 0">
        <Button type="submit" variant="accent" size={size} isWide disabled={!isComplete} isLoading={isBusy}>
          {submit}
        </Button>
      </Box>
      {foot}
    </Stack>
  );
}
