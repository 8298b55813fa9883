import { styled } from "goober";
import { media, type } from "../ui/theme.ts";

/** The figures of the demo account: in the header, or with `data-line` in a line below it; there on phones without more. */
export const DemoStrip = styled("section")`
  display: flex;
  align-items: center;
  gap: 16px;
  min-width: 0;
  & > div {
    display: contents;
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
  /* Narrow, because the header also contains a title, the feed state and the cash. */
  @media (max-width: 1439px) {
    & > dl > div {
      padding: 0 10px;
    }
  }
  &[data-line="true"] {
    flex: none;
    height: 52px;
    padding: 0 24px;
    background: var(--surface);
    border-bottom: 1px solid var(--line);
    & [data-part="feed"] {
      order: 2;
      margin-left: auto;
    }
  }
  ${media.upright} {
    &[data-line="true"] {
      height: 44px;
      padding: 0 16px;
      background: var(--bg);
    }
    & > dl {
      flex: 1;
    }
    & > dl > div {
      flex: 1;
      min-width: 0;
      padding: 0 8px;
    }
    & dd {
      ${type.dense}
      container-type: inline-size;
      font-weight: 600;
    }
  }
`;
