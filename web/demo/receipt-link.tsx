import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { useShortcuts } from "../state/shortcuts.ts";
import { dialogOnDemand } from "../ui/dialog/dialog-on-demand.tsx";
import { TextButton } from "../ui/text-button.tsx";
import { WHY_THIS_PRICE } from "./receipt-link-text.ts";

/** Its code is loaded when it is opened. */
const ReceiptDialog = dialogOnDemand(
  async () => (await import("./receipt-dialog.tsx")).OwnReceiptDialog,
  () => ({ title: WHY_THIS_PRICE, width: "large" as const, isTall: true }),
);

/** Outside of the lists: a row that leaves its list, or another layout of the page, closes no receipt. */
const opened = signal<number | null>(null);

/** The newest fill of which a toast has told: its receipt is opened by a shortcut, also when the toast has gone. */
const offered = signal<number | null>(null);

/** Lets the shortcut open the receipt of a fill, on a page that has a `Receipts`. */
export function offerReceipt(fillId: number): void {
  offered.value = fillId;
}

/** Loads the code of the receipt. */
export const preloadReceipt = ReceiptDialog.preload;

/** Shows the receipt of a fill. A page that uses it has a `Receipts`. */
export function openReceipt(fillId: number): void {
  opened.value = fillId;
}

/** "Why this price?": shows the receipt of a fill. @param of names the fill for screen readers */
export function ReceiptLink({ fillId, of }: { fillId: number; of: string }) {
  return (
    <TextButton
      aria-label={`${WHY_THIS_PRICE} ${of}`}
      onPointerEnter={preloadReceipt}
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
  const newest = offered.value;
  useShortcuts(newest === null ? {} : { receipt: () => openReceipt(newest) });
  useEffect(
    () => () => {
      opened.value = null;
      offered.value = null;
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
