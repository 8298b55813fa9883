import { styled } from "goober";
import { media, type } from "../ui/theme.ts";

/** Name, facts between short rules, and the button, in two lines where sums are long; on narrow screens the facts are below in three columns. */
export const RunLine = styled("div")`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 16px 20px;
  & > :first-child {
    flex: 1 1 200px;
  }
  & > dl {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 20px;
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
    gap: 20px;
    & > :first-child {
      flex: 1;
    }
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
  ${media.phone} {
    /* Sums of coins have more digits than those of money. */
    & > dl[data-columns="2"] {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
`;
