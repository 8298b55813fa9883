import { styled } from "goober";
import { media, type } from "./theme.ts";

/**
 * A prominent figure. Give it the class `num`, so that its digits keep their positions while it changes.
 * - `data-size`: `hero` is the balance (44/48), `page` a card's figure (28/36, 20/28 on phones), `row` a line's
 *   (14/20).
 * - An amount in it that is wider than its container shrinks: see `money.tsx`.
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
