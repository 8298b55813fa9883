import { styled } from "goober";
import { ROUTE } from "../state/routes.ts";
import { Logo } from "../ui/logo.tsx";
import { type } from "../ui/theme.ts";
import { landingText } from "./landing-text.ts";
import { Column, oneColumn } from "./page-layout.tsx";

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
    ${type.dense}
    display: flex;
    justify-content: space-between;
    gap: 24px;
    color: var(--muted);
  }
  & nav a {
    padding: 2px 0;
  }
  & nav a:hover {
    color: var(--text);
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
export function SiteFooter() {
  const { footer } = landingText;
  return (
    <Foot>
      <Column>
        <Logo />
        <p>{footer.about}</p>
        <nav aria-label={footer.label}>
          <a href={ROUTE.terms}>{footer.terms}</a>
          <a href={ROUTE.privacy}>{footer.privacy}</a>
          <a href={ROUTE.support}>{footer.support}</a>
          <a href={ROUTE.contact}>{footer.contact}</a>
        </nav>
      </Column>
    </Foot>
  );
}
