import { styled } from "goober";
import type { ReactNode } from "react";
import { SkipLink } from "../ui/skip-link.ts";
import { landingText } from "./landing-text.ts";
import { SiteFooter } from "./site-footer.tsx";
import { TopBar } from "./top-bar.tsx";

// Isolated, so that a drawing behind the words stays in front of the page's own ground.
const Main = styled("main")`
  isolation: isolate;
  & p {
    text-wrap: pretty;
  }
`;

type SiteFrameProps = {
  /** The bar leads to the sections of the landing page. */
  hasSections?: boolean;
  children: ReactNode;
};

/** What every prerendered page stands in. */
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
