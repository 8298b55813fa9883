import { styled } from "goober";
import { media } from "../ui/theme.ts";

/** The list, what is open, and its review beside each other; on a phone the list, or what is open as a page of its own. */
export const Panes = styled("div")`
  display: grid;
  grid-template-columns: minmax(280px, 344px) minmax(0, 1fr) minmax(300px, 344px);
  align-items: start;
  gap: 16px;
  /* The line of keys below it is at the foot of the window. */
  min-height: calc(100dvh - 272px);
  & > [data-pane="list"] {
    position: sticky;
    top: 16px;
    display: flex;
    flex-direction: column;
    max-height: calc(100dvh - 240px);
    min-height: 360px;
  }
  & [data-pane="rows"] {
    flex: 1;
    min-height: 0;
    overflow-y: auto;
  }
  ${media.medium} {
    grid-template-columns: minmax(260px, 300px) minmax(0, 1fr);
    & > [data-pane="list"] {
      grid-row: span 2;
    }
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    min-height: 0;
    & > [data-pane="list"] {
      position: static;
      max-height: none;
      min-height: 0;
    }
    &[data-open="true"] > [data-pane="list"],
    &[data-open="false"] > :not([data-pane="list"]) {
      display: none;
    }
  }
  ${media.print} {
    display: none;
  }
`;
