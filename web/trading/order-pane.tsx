import { memo, type ReactNode, Suspense } from "react";
import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import { marketText } from "../prices/market-text.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { OrderSymbol } from "../ticket/symbol.tsx";
import { Stack } from "../ui/layout.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Pane } from "./pane.tsx";

type OrderPaneProps = {
  symbol: TradedSymbol;
  onSymbol: (symbol: TradedSymbol) => void;
  /** Rendered at the right end of the pane's head. */
  aside: ReactNode;
};

/** With the engine that tries orders out, it is a third of the screen's code, and shown beside the rest. */
export const OrderForm = lazyPage(async () => (await import("../ticket/form.tsx")).OrderForm);

/** The ticket of the demo account, with its symbol in the head. */
export const OrderPane = memo(function OrderPane({ symbol, onSymbol, aside }: OrderPaneProps) {
  return (
    <Pane id="order" title={marketText.order} mark={<OrderSymbol value={symbol} onChange={onSymbol} />} aside={aside}>
      <Suspense fallback={<FormSkeleton />}>
        <OrderForm symbol={symbol} />
      </Suspense>
    </Pane>
  );
});

/** The ticket's parts in their heights: types, sides, price, size, amounts, exits. */
const PART_HEIGHTS = [36, 56, 60, 76, 28, 84, 20];

/** The form while its code loads. */
export function FormSkeleton() {
  return (
    <Stack gap={16} pad="16px 20px" phone={{ pad: "16px 16px 0" }}>
      {PART_HEIGHTS.map((height) => (
        <Skeleton key={height} width="100%" height={height} />
      ))}
    </Stack>
  );
}
