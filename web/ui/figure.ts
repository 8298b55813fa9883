import { styled } from "goober";
import { media, type } from "./theme.ts";

/**
 * A figure that stands out. Give it the class `num`, so that its digits keep their places while it changes.
 * `data-size`: `hero` is the balance (44/48), `page` a card's figure (28/36, 20/28 on phones), `row` a line's (14/20).
 * A sum in it that is wider than the container around it is set smaller: see `money.tsx`.
 */
export const Figure = styled("div")`
  font-weight: 600;
  color: var(--text);
  white-space: nowrap;
  &[data-size="hero"] {
    ${type.hero}
  }
  &[data-size="page"] {
    ${type.figure}
  }
  &[data-size="row"] {
    ${type.body}
  }
  ${media.phone} {
    &[data-size="page"] {
      ${type.section}
    }
  }
`;
