import { styled } from "goober";
import { ArrowDown, ArrowUp, Icon } from "./icon.tsx";
import { uiText } from "./ui-text.ts";

/** Buy or sell in its colour, set by `data-side`. */
export const SideWord = styled("span")`
  color: var(--up);
  &[data-side="sell"] {
    color: var(--down);
  }
  & > svg {
    display: inline-block;
    margin: -2px 8px 0 0;
    vertical-align: middle;
  }
`;

/** The direction of a trade: an arrow and a word in its colour. @param label the word, where it is another one */
export function Side({ of, label = uiText.side[of] }: { of: "Buy" | "Sell"; label?: string }) {
  return (
    <SideWord data-side={of.toLowerCase()}>
      <Icon of={of === "Buy" ? ArrowUp : ArrowDown} size={14} />
      {label}
    </SideWord>
  );
}
