import { styled } from "goober";
import { media, type } from "../ui/theme.ts";

/**
 * The figures of the demo account: a line in the header; on phones a card, whose badge and buttons are in a row, and the
 * state of the feed in another.
 */
export const DemoStrip = styled("section")`
  display: flex;
  align-items: center;
  gap: 16px;
  min-width: 0;
  & > div {
    display: contents;
  }
  & [data-part="feed"] {
    display: none;
  }
  & > dl {
    display: flex;
  }
  & > dl > div {
    padding: 0 16px;
  }
  & > dl > div:first-child {
    padding-left: 0;
  }
  & > dl > div + div {
    border-left: 1px solid var(--line);
  }
  & dt {
    ${type.caption}
    color: var(--muted);
  }
  & dd {
    ${type.lead}
    font-weight: 600;
  }
  /* The tabs from the width of a small tablet on: the header above has the badge, and no room for the words. */
  @media (min-width: 640px) and (max-width: 1279px) {
    flex-wrap: wrap;
    & [data-part="feed"] {
      display: block;
      order: 2;
      margin-left: auto;
    }
    & [data-part="feed"] [data-caps="true"] {
      display: none;
    }
  }
  /* Narrow, because the header also contains a title, the feed state and the cash. */
  @media (max-width: 1439px) {
    & > dl > div {
      padding: 0 10px;
    }
  }
  ${media.phone} {
    flex-wrap: wrap;
    gap: 0;
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius-card);
    & > div {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0 8px;
      width: 100%;
      min-height: 36px;
      padding: 8px 12px 4px 16px;
      border-bottom: 1px solid var(--line);
    }
    /* It has room for the names of two sources, and its place before they are known. */
    & [data-part="feed"] {
      display: grid;
      align-content: center;
      width: 100%;
      min-height: 28px;
    }
    & [data-part="feed"] > div {
      flex-wrap: wrap;
      row-gap: 4px;
    }
    & > dl {
      flex: 1;
      padding: 12px 0;
    }
    & > dl > div {
      flex: 1;
      min-width: 0;
      padding: 0 8px;
    }
    & > dl > div:first-child {
      padding-left: 16px;
    }
    & dd {
      container-type: inline-size;
    }
  }
`;
