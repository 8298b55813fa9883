import { styled } from "goober";
import type { ReactNode } from "react";
import { type PublicPath, publicPath } from "../../worker/contract/addresses.ts";
import { BUILD_LANGUAGE } from "../state/build-language.ts";
import { LanguageLink } from "../state/language-link.tsx";
import { ROUTE } from "../state/routes.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { Row } from "../ui/layout.tsx";
import { Logo } from "../ui/logo.tsx";
import { SkipLink } from "../ui/skip-link.ts";
import { media, type } from "../ui/theme.ts";
import { landingText } from "./landing-text.ts";
import { Column } from "./page-layout.tsx";

const Site = styled("div")`
  & > main {
    /* A drawing behind the text stays in front of the page's background. */
    isolation: isolate;
  }
  /* What is below the first screen is laid out when it comes near: half of the time until the first paint on a slow phone. */
  & > main > * ~ section {
    content-visibility: auto;
    contain-intrinsic-size: auto 40em;
  }
  & p {
    text-wrap: pretty;
  }
  & > header {
    border-bottom: 1px solid var(--line);
  }
  & > header > div {
    display: flex;
    align-items: center;
    gap: 8px;
    height: 64px;
  }
  & > header > div > a {
    display: flex;
    border-radius: 4px;
  }
  & > footer {
    border-top: 1px solid var(--line);
    padding: 32px 0 40px;
  }
  & > footer > div {
    display: grid;
    grid-template-columns: auto 1fr auto;
    align-items: start;
    gap: 24px 48px;
  }
  & > footer p {
    ${type.caption}
    max-width: 560px;
    color: var(--muted);
  }
  & nav {
    ${type.dense}
    display: flex;
    justify-content: space-between;
    gap: 24px;
    color: var(--muted);
  }
  & nav > a {
    padding: 4px 0;
  }
  & nav > a:hover {
    color: var(--text);
  }
  & > header nav {
    gap: 32px;
    margin-left: 48px;
  }
  & > footer nav {
    margin-top: -2px;
  }
  ${media.narrow} {
    & > header > div {
      height: 56px;
    }
    & > header nav {
      display: none;
    }
    & > footer > div {
      grid-template-columns: 1fr;
    }
    & > footer nav {
      max-width: 400px;
    }
    & > footer nav > a {
      padding: 12px 0;
    }
  }
  @media (scripting: none) {
    & [data-live] {
      display: none;
    }
  }
`;

type SiteFrameProps = {
  /** The page's own, as English has it. */
  path: PublicPath;
  /** The top bar links to the sections of the landing page. */
  hasSections?: boolean;
  children: ReactNode;
};

/** The frame of every prerendered page. What needs the script has `data-live`, and is hidden without it. */
export function SiteFrame({ path, hasSections = false, children }: SiteFrameProps) {
  return (
    <Site>
      <SkipLink href="#content">{landingText.skip}</SkipLink>
      <TopBar path={path} hasSections={hasSections} />
      <main id="content">{children}</main>
      <SiteFooter />
    </Site>
  );
}

const inThisLanguage = (path: PublicPath) => publicPath(path, BUILD_LANGUAGE);

/** The brand and the sign-in links; on the landing page also links to its sections. */
function TopBar({ path, hasSections }: { path: PublicPath; hasSections: boolean }) {
  const { nav, logIn, signUp, openDashboard } = landingText;
  return (
    <header>
      <Column>
        <a href={inThisLanguage(ROUTE.landing)}>
          <Logo />
        </a>
        {hasSections && (
          <nav aria-label={nav.label}>
            <a href="#terminal">{nav.terminal}</a>
            <a href="#deposits">{nav.deposits}</a>
            <a href="#security">{nav.security}</a>
          </nav>
        )}
        <Row gap={8} margin="0 0 0 auto" phone={{ gap: 6 }}>
          <LanguageLink path={path} />
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
        </Row>
      </Column>
    </header>
  );
}

/** A short description of Tonle and links to the text pages. */
function SiteFooter() {
  const { footer } = landingText;
  return (
    <footer>
      <Column>
        <Logo />
        <p>{footer.about}</p>
        <nav aria-label={footer.label}>
          <a href={inThisLanguage(ROUTE.terms)}>{footer.terms}</a>
          <a href={inThisLanguage(ROUTE.privacy)}>{footer.privacy}</a>
          <a href={inThisLanguage(ROUTE.support)}>{footer.support}</a>
          <a href={inThisLanguage(ROUTE.contact)}>{footer.contact}</a>
          <a href={inThisLanguage(ROUTE.pricesProof)}>{footer.pricesProof}</a>
        </nav>
      </Column>
    </footer>
  );
}
