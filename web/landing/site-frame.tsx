import { styled } from "goober";
import type { ReactNode } from "react";
import { layer } from "../ui/theme.ts";
import { landingText } from "./landing-text.ts";
import { SiteFooter } from "./site-footer.tsx";
import { TopBar } from "./top-bar.tsx";

const Skip = styled("a")`
  position: absolute;
  top: -48px;
  left: 16px;
  z-index: ${layer.sticky};
  padding: 8px 12px;
  background: var(--raised);
  border-radius: var(--radius-control);
  &:focus {
    top: 12px;
  }
`;

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
      <Skip href="#content">{landingText.skip}</Skip>
      <TopBar hasSections={hasSections} />
      <Main id="content">{children}</Main>
      <SiteFooter />
    </>
  );
}
