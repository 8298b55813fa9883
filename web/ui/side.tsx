import { styled } from "goober";
import { ArrowDown, ArrowUp, Icon } from "./icon.tsx";

const Words = styled("span")`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  color: var(--up);
  &[data-side="Sell"] {
    color: var(--down);
  }
`;

/** The direction of a trade: an arrow and a word in its colour. @param label the word, where it is another one */
export function Side({ of, label = of }: { of: "Buy" | "Sell"; label?: string }) {
  return (
    <Words data-side={of}>
      <Icon of={of === "Buy" ? ArrowUp : ArrowDown} size={14} />
      {label}
    </Words>
  );
}
