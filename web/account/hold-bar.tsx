import { styled } from "goober";

const Bar = styled("span")`
  display: flex;
  gap: 2px;
  width: 96px;
  & > i {
    min-width: 4px;
    height: 6px;
    border-radius: 3px;
    background: var(--accent);
  }
  & > i:last-child {
    background: var(--warn);
  }
`;

/** A bar that compares the available balance with the money on hold, in dollars. The figures are shown below it. */
export function HoldBar({ availableUsd, heldUsd }: { availableUsd: number; heldUsd: number }) {
  return (
    <Bar aria-hidden="true">
      <i style={{ flexGrow: availableUsd }} />
      <i style={{ flexGrow: heldUsd }} />
    </Bar>
  );
}
