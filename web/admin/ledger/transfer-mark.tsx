import { styled } from "goober";
import { ArrowDownToLine, ArrowUpFromLine, ChartNoAxesCombined, Icon, type IconGlyph } from "../../ui/icon.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import type { TransferKind } from "./ledger-types.ts";
import { purposeOf } from "./transfer-purpose.ts";

const Mark = styled("span")`
  display: grid;
  justify-items: end;
  color: var(--muted);
`;

/** Icon of each kind of transfer. */
export const TRANSFER_GLYPH: Record<TransferKind, IconGlyph> = {
  deposit: ArrowDownToLine,
  withdrawal: ArrowUpFromLine,
  trades: ChartNoAxesCombined,
};

/** A transfer's purpose as an icon where text has no room; screen readers and the tooltip get the text. */
export function TransferMark({ kind, reference }: { kind: TransferKind; reference: string }) {
  const purpose = purposeOf(reference);
  return (
    <Mark title={purpose}>
      <Icon of={TRANSFER_GLYPH[kind]} size={14} />
      <VisuallyHidden>{purpose}</VisuallyHidden>
    </Mark>
  );
}
