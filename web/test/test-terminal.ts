import type { Drawing, TerminalChange } from "../../worker/contract/terminal/terminal-schema.ts";

/** A horizontal line, with changes. */
export function horizontalLine(price: number, changes: Partial<Pick<Drawing, "isLocked" | "isHidden">> = {}): Drawing {
  return {
    kind: "horizontal",
    anchors: [{ time: 1_764_000_000_000, price }],
    style: { colour: "accent", width: 1, line: "solid" },
    isLocked: false,
    isHidden: false,
    ...changes,
  };
}

/** A change of a drawing on Bitcoin's chart: its first version of a new one, unless it says otherwise. */
export function drawingChange(
  changes: Partial<Extract<TerminalChange, { kind: "drawing" }>> = {},
): Extract<TerminalChange, { kind: "drawing" }> {
  return {
    kind: "drawing",
    symbol: "BTCUSDm",
    id: crypto.randomUUID(),
    version: 1,
    body: horizontalLine(66_000),
    ...changes,
  };
}
