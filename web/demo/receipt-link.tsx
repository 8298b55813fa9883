import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { dialogOnDemand } from "../ui/dialog-on-demand.tsx";
import { TextButton } from "../ui/text-button.tsx";
import { WHY_THIS_PRICE } from "./receipt-link-text.ts";

/** Its code is loaded when it is opened. */
const ReceiptDialog = dialogOnDemand(
  async () => (await import("./receipt-dialog.tsx")).OwnReceiptDialog,
  () => ({ title: WHY_THIS_PRICE, width: "large" as const, isTall: true }),
);

/** Outside of the lists: a row that leaves its list, or another layout of the page, closes no receipt. */
const opened = signal<number | null>(null);

/** Shows the receipt of a fill. A page that uses it has a `Receipts`. */
export function openReceipt(fillId: number): void {
  opened.value = fillId;
}

/** "Why this price?": shows the receipt of a fill. @param of names the fill for screen readers */
export function ReceiptLink({ fillId, of }: { fillId: number; of: string }) {
  return (
    <TextButton
      aria-label={`${WHY_THIS_PRICE} ${of}`}
      onPointerEnter={ReceiptDialog.preload}
      onClick={() => openReceipt(fillId)}
    >
      {WHY_THIS_PRICE}
    </TextButton>
  );
}

/** A fill, and the trader whom its link names; null where it names none. */
export type LinkedFill = { fillId: number; traderId: string | null };

/** The receipt that is open on this page. @param inAddress the fill of the page's own address, closed by `onLeave` */
export function Receipts(props: { timeZone: string; inAddress?: LinkedFill | null; onLeave?: () => void }) {
  useSignals();
  const { timeZone, inAddress = null, onLeave } = props;
  useEffect(
    () => () => {
      opened.value = null;
    },
    [],
  );
  const fillId = opened.value ?? inAddress?.fillId;
  if (fillId === undefined) return null;
  const close = () => {
    if (opened.value === null) onLeave?.();
    opened.value = null;
  };
  const linkedTrader = opened.value === null ? (inAddress?.traderId ?? null) : null;
  return <ReceiptDialog key={fillId} fillId={fillId} linkedTrader={linkedTrader} timeZone={timeZone} onClose={close} />;
}
