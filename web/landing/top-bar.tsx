import { styled } from "goober";
import { ROUTE } from "../state/routes.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { type } from "../ui/theme.ts";
import { landingText } from "./landing-text.ts";
import { Column, oneColumn } from "./page-layout.tsx";

const Bar = styled("header")`
  border-bottom: 1px solid var(--line);
  & > div,
  & > div > div {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  & > div {
    height: 64px;
  }
  & > div > div {
    margin-left: auto;
  }
  & > div > a:first-child {
    display: flex;
    border-radius: 4px;
  }
  & nav {
    ${type.dense}
    display: flex;
    gap: 32px;
    margin-left: 48px;
    color: var(--muted);
  }
  & nav a {
    padding: 4px 0;
  }
  & nav a:hover {
    color: var(--text);
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

/** The brand and the sign-in links; on the landing page also links to its sections. */
export function TopBar({ hasSections = false }: { hasSections?: boolean }) {
  const { nav, logIn, signUp, openDashboard } = landingText;
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
        <div>
          <ButtonAnchor variant="plain" href={ROUTE.login} data-for="stranger">
            {logIn}
          </ButtonAnchor>
          <ButtonAnchor href={ROUTE.signUp} data-for="stranger">
            {signUp}
          </ButtonAnchor>
          {hasSections && (
            <ButtonAnchor href={ROUTE.dashboard} data-for="member" hidden>
              {openDashboard}
            </ButtonAnchor>
          )}
        </div>
      </Column>
    </Bar>
  );
}
