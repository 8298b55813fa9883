import { styled } from "goober";
import type { ReactNode } from "react";
import { ROUTE } from "../state/routes.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { type } from "../ui/theme.ts";
import { shellText } from "./shell-text.ts";

const Frame = styled("main")`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-height: 100dvh;
  padding: 32px 16px;
  text-align: center;
  & > a:first-child {
    margin-bottom: 24px;
    border-radius: 4px;
  }
  & > h1 {
    ${type.section}
    outline: none;
  }
  & > p {
    ${type.body}
    max-width: 44ch;
    color: var(--muted);
    text-wrap: balance;
  }
`;

const Actions = styled("div")`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: 8px;
  margin-top: 16px;
`;

/** The page shown instead of a screen after an error. Its links are full page loads, which restart the application. */
export function ErrorPage({ text, actions }: { text: string; actions: ReactNode }) {
  return (
    <Frame>
      <a href={ROUTE.landing}>
        <Logo height={28} />
      </a>
      <PageHeading title={shellText.errorTitle} />
      <p>{text}</p>
      <Actions>{actions}</Actions>
    </Frame>
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
