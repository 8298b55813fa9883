import { styled } from "goober";
import { SIDEBAR } from "../../worker/contract/limits.ts";
import { media } from "../ui/theme.ts";

/**
 * The grid of sidebar and page. `by-width`: the sidebar is in the document, and the width alone decides whether it is
 * beside the page.
 */
export const Frame = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-height: 100dvh;
  &[data-sidebar="beside"] {
    grid-template-columns: ${SIDEBAR.widthPx}px minmax(0, 1fr);
  }
  ${media.desktop} {
    &[data-sidebar="by-width"] {
      grid-template-columns: ${SIDEBAR.widthPx}px minmax(0, 1fr);
    }
  }
  & > [data-beside] {
    position: sticky;
    top: 0;
    height: 100dvh;
  }
  ${media.narrow} {
    &[data-sidebar="by-width"] > [data-beside] {
      display: none;
    }
  }
  & main {
    flex: 1;
    display: flex;
    flex-direction: column;
    min-width: 0;
    outline: none;
  }
  & main[data-flush="false"] {
    width: 100%;
    max-width: 1440px;
    margin: 0 auto;
    padding: 24px;
  }
  ${media.phone} {
    & main[data-flush="false"] {
      padding: 16px;
    }
  }
  ${media.print} {
    &[data-sidebar="beside"],
    &[data-sidebar="by-width"] {
      grid-template-columns: minmax(0, 1fr);
    }
    & > [data-beside] {
      display: none;
    }
    & main[data-flush="false"] {
      padding: 0;
    }
  }
`;
