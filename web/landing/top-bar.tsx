import { styled } from "goober";
import { ROUTE } from "../routes.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { type } from "../ui/theme.ts";
import { landingText } from "./landing-text.ts";
import { Column, oneColumn } from "./page-layout.tsx";

const Bar = styled("header")`
  border-bottom: 1px solid var(--line);
  & > div {
    display: flex;
    align-items: center;
    gap: 8px;
    height: 64px;
  }
  & > div > a:first-child {
    display: flex;
    border-radius: 4px;
  }
  & nav {
    ${type.dense}
    display: flex;
    gap: 32px;
    margin: 0 auto 0 48px;
    color: var(--muted);
  }
  & nav a {
    padding: 4px 0;
  }
  & nav a:hover {
    color: var(--text);
  }
  & nav + a,
  & > div > a:nth-last-child(2) {
    margin-left: auto;
  }
  ${oneColumn} {
    & > div {
      height: 56px;
    }
    & nav {
      display: none;
    }
  }
`;

/** The brand and the ways in; on the landing page also the way to its sections. */
export function TopBar({ hasSections = false }: { hasSections?: boolean }) {
  const { nav, logIn, signUp } = landingText;
  return (
    <Bar>
      <Column>
        <a href={ROUTE.landing}>
          <Logo />
        </a>
        {hasSections && (
          <nav aria-label={nav.label}>
            <a href="#terminal">{nav.terminal}</a>
            <a href="#deposits">{nav.deposits}</a>
            <a href="#security">{nav.security}</a>
          </nav>
        )}
        <ButtonAnchor variant="plain" href={ROUTE.login}>
          {logIn}
        </ButtonAnchor>
        <ButtonAnchor href={ROUTE.signUp}>{signUp}</ButtonAnchor>
      </Column>
    </Bar>
  );
}
