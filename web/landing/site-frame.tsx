import { styled } from "goober";
import type { ReactNode } from "react";
import { SkipLink } from "../ui/skip-link.ts";
import { landingText } from "./landing-text.ts";
import { SiteFooter } from "./site-footer.tsx";
import { TopBar } from "./top-bar.tsx";

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
