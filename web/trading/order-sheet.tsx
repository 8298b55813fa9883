import { styled } from "goober";
import { Suspense } from "react";
import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import { marketText } from "../prices/market-text.ts";
import { OrderSymbol } from "../ticket/symbol.tsx";
import { DemoBadge } from "../ui/badge.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { FormSkeleton, OrderForm } from "./order-pane.tsx";

/** To the edges of the sheet, with the form's foot at its end. */
export const SheetEdge = styled("div")`
  --sheet-end: max(24px, env(safe-area-inset-bottom));
  /* A sticky foot keeps the padding of what scrolls free. */
  --foot-bottom: calc(-1 * var(--sheet-end));
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-height: calc(100% + 12px + var(--sheet-end));
  margin: -12px -16px calc(-1 * var(--sheet-end));
`;

type OrderSheetProps = {
  symbol: TradedSymbol;
  onSymbol: (symbol: TradedSymbol) => void;
  onClose: () => void;
};

/** The ticket on phones: a sheet over the view from which it was opened. It closes when the order is placed. */
export function OrderSheet({ symbol, onSymbol, onClose }: OrderSheetProps) {
  return (
    <Dialog
      title={marketText.order}
      mark={
        <>
          <OrderSymbol value={symbol} onChange={onSymbol} />
          <DemoBadge />
        </>
      }
      onClose={onClose}
      isTall
    >
      <SheetEdge>
        <Suspense fallback={<FormSkeleton />}>
          <OrderForm symbol={symbol} onPlaced={onClose} />
        </Suspense>
      </SheetEdge>
    </Dialog>
  );
}
