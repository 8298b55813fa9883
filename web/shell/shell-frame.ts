import { styled } from "goober";
import { SIDEBAR } from "../../worker/contract/limits.ts";
import { media } from "../ui/theme.ts";

/**
 * The grid of sidebar and page. `by-width`: the sidebar is in the document, and the width alone decides whether it is
 * beside the page.
 */
export const Frame = styled("div")`
  --sidebar: ${SIDEBAR.widthPx}px;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-height: calc(100dvh - var(--top-bar, 0px));
  padding-bottom: var(--bottom-bar);
  [data-folded] & {
    --sidebar: ${SIDEBAR.foldedPx}px;
  }
  @media (max-width: ${SIDEBAR.widePx - 1}px) {
    &[data-tight="true"] {
      --sidebar: ${SIDEBAR.foldedPx}px;
    }
  }
  @media (min-width: ${SIDEBAR.roomyPx}px) and (max-width: ${SIDEBAR.widePx - 1}px) {
    [data-unfolded] &[data-tight="true"] {
      --sidebar: ${SIDEBAR.widthPx}px;
    }
  }
  &[data-sidebar="beside"] {
    grid-template-columns: var(--sidebar) minmax(0, 1fr);
  }
  ${media.desktop} {
    &[data-sidebar="by-width"] {
      grid-template-columns: var(--sidebar) minmax(0, 1fr);
    }
  }
  /* The links in it have places of their own. */
  & > [data-skips] {
    display: contents;
  }
  /* The sidebar looks by its own width. */
  & > [data-beside] {
    container-type: inline-size;
    position: sticky;
    top: var(--top-bar, 0px);
    height: calc(100dvh - var(--top-bar, 0px));
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
  /* A phone held sideways: the page has the screen, and header and bar come over it when they are asked for. */
  ${media.lying} {
    &[data-tight="true"] {
      padding-bottom: 0;
      & > div > header,
      & > [data-bar="bottom"] {
        position: fixed;
        inset: var(--top-bar, 0px) 0 auto;
        transition: transform var(--motion);
        transform: translateY(-100%);
      }
      & > [data-bar="bottom"] {
        inset: auto 0 0;
        height: 56px;
        transform: translateY(100%);
      }
      & > div > header:focus-within,
      & > [data-bar="bottom"]:focus-within {
        transform: none;
      }
    }
    [data-bars] &[data-tight="true"] {
      & > div > header,
      & > [data-bar="bottom"] {
        transform: none;
      }
    }
  }
  ${media.print} {
    padding-bottom: 0;
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
