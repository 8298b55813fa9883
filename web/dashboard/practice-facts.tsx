import { computed } from "@preact/signals-react";
import { useDemoAccount } from "../demo/demo-account.ts";
import { demoFigures } from "../demo/demo-live-figures.ts";
import { LiveMoney } from "../ui/money.tsx";
import { PracticeLines } from "./practice-lines.tsx";

const openResultUsd = computed(() => usdOf(demoFigures.value?.floatingCents ?? null));
const freeUsd = computed(() => usdOf(demoFigures.value?.freeMarginCents ?? null));

function usdOf(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}

/** The result of the open positions of the demo account, and the money that is free to trade; at live prices. */
export function PracticeFacts() {
  useDemoAccount();
  return (
    <PracticeLines openResult={<LiveMoney usd={openResultUsd} as="result" />} free={<LiveMoney usd={freeUsd} />} />
  );
}

/** The money that is free to trade, at live prices. */
export function FreeToTrade() {
  useDemoAccount();
  return <LiveMoney usd={freeUsd} />;
}
