import { styled } from "goober";
import type { ReactNode } from "react";
import { ROUTE } from "../state/routes.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { SkipLink } from "../ui/skip-link.ts";
import { type } from "../ui/theme.ts";
import { landingText } from "./landing-text.ts";
import { Column, oneColumn } from "./page-layout.tsx";

// Isolated, so that a drawing behind the text stays in front of the page's background.
const Main = styled("main")`
  isolation: isolate;
  & p {
    text-wrap: pretty;
  }
`;

type SiteFrameProps = {
  /** The top bar links to the sections of the landing page. */
  hasSections?: boolean;
  children: ReactNode;
};

/** The frame of every prerendered page. */
export function SiteFrame({ hasSections = false, children }: SiteFrameProps) {
  return (
    <>
      <SkipLink href="#content">{landingText.skip}</SkipLink>
      <TopBar hasSections={hasSections} />
      <Main id="content">{children}</Main>
      <SiteFooter />
    </>
  );
}

const Links = styled("nav")`
  ${type.dense}
  display: flex;
  justify-content: space-between;
  gap: 24px;
  color: var(--muted);
  & > a {
    padding: 4px 0;
  }
  & > a:hover {
    color: var(--text);
  }
`;

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
    gap: 32px;
    margin-left: 48px;
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
function TopBar({ hasSections }: { hasSections: boolean }) {
  const { nav, logIn, signUp, openDashboard } = landingText;
  return (
    <Bar>
      <Column>
        <a href={ROUTE.landing}>
          <Logo />
        </a>
        {hasSections && (
          <Links aria-label={nav.label}>
            <a href="#terminal">{nav.terminal}</a>
            <a href="#deposits">{nav.deposits}</a>
            <a href="#security">{nav.security}</a>
          </Links>
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

const Foot = styled("footer")`
  border-top: 1px solid var(--line);
  padding: 32px 0 40px;
  & > div {
    display: grid;
    grid-template-columns: auto 1fr auto;
    align-items: start;
    gap: 24px 48px;
  }
  & p {
    ${type.caption}
    max-width: 560px;
    color: var(--muted);
  }
  & nav {
    margin-top: -2px;
  }
  ${oneColumn} {
    & > div {
      grid-template-columns: 1fr;
    }
    & nav {
      max-width: 400px;
    }
    & nav a {
      padding: 12px 0;
    }
  }
`;

/** A short description of Tonle and links to the four text pages. */
function SiteFooter() {
  const { footer } = landingText;
  return (
    <Foot>
      <Column>
        <Logo />
        <p>{footer.about}</p>
        <Links aria-label={footer.label}>
          <a href={ROUTE.terms}>{footer.terms}</a>
          <a href={ROUTE.privacy}>{footer.privacy}</a>
          <a href={ROUTE.support}>{footer.support}</a>
          <a href={ROUTE.contact}>{footer.contact}</a>
        </Links>
      </Column>
    </Foot>
  );
}
