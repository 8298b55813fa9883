import { styled } from "goober";
import { media, type } from "../ui/theme.ts";

/** Name, facts between short rules, and the button; on narrow screens the facts are below in three columns. */
export const RunLine = styled("div")`
  display: flex;
  align-items: center;
  gap: 20px;
  & > :first-child {
    flex: 1;
  }
  & > dl {
    display: flex;
    gap: 20px;
  }
  & > dl > div {
    padding-left: 20px;
    border-left: 1px solid var(--line);
  }
  & dt {
    ${type.caption}
    color: var(--muted);
  }
  & dd {
    ${type.body}
    font-weight: 600;
    white-space: nowrap;
  }
  ${media.medium} {
    flex-wrap: wrap;
    & > dl {
      order: 1;
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(148px, 30%), 1fr));
      gap: 12px;
      width: 100%;
    }
    & > dl > div {
      padding-left: 0;
      border-left: 0;
    }
    & dd {
      /* The widest sums stay in their column. */
      container-type: inline-size;
    }
  }
`;
