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

/** What can be spent beside what is on hold, by their lengths; the figures stand below it. Dollars. */
export function HoldBar({ availableUsd, heldUsd }: { availableUsd: number; heldUsd: number }) {
  return (
    <Bar aria-hidden="true">
      <i style={{ flexGrow: availableUsd }} />
      <i style={{ flexGrow: heldUsd }} />
    </Bar>
  );
}
