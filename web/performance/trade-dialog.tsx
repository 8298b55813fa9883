import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useState } from "react";
import { lazyPage } from "../state/lazy-page.ts";
import { digitsText } from "../trade-accounts/exact-digits.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import type { Fact } from "../ui/fact-line.tsx";
import { Facts } from "../ui/facts.tsx";
import { formatAmount, formatDateTime, formatPrice } from "../ui/format.ts";
import { areSumsHidden, HIDDEN_SUM } from "../ui/hidden-sums.ts";
import { Play } from "../ui/icon.tsx";
import { Box } from "../ui/layout.tsx";
import { Side } from "../ui/side.tsx";
import { SpinnerBlock } from "../ui/spinner.tsx";
import { brokerText as text } from "./broker-text.ts";
import { performanceText } from "./performance-text.ts";
import { priceDecimals } from "./trade-columns.tsx";
import type { Trade } from "./trade-types.ts";
import { AccountMoney } from "./trades-link.tsx";

const TradeMiddle = lazyPage(async () => (await import("../replay/replay-parts.tsx")).TradeMiddle);
const DayMiddle = lazyPage(async () => (await import("../replay/replay-parts.tsx")).DayMiddle);

type TradeDialogProps = { account: AccountName; trade: Trade; timeZone: string; onClose: () => void };

/** A trade as it is known: what its file or its run has of it, and its replay. */
export function TradeDialog({ account, trade, timeZone, onClose }: TradeDialogProps) {
  useSignals();
  const [replayed, setReplayed] = useState<"trade" | "day" | null>(null);
  const facts = trade.imported ? importedFacts(trade, timeZone) : demoFacts(trade, timeZone);
  return (
    <Dialog
      title={text.detail(trade.symbol)}
      width={replayed ? "large" : "normal"}
      isTall={replayed !== null}
      onClose={onClose}
      actions={
        replayed ? undefined : (
          <>
            {trade.demo && <Button onClick={() => setReplayed("day")}>{text.replayDay}</Button>}
            <Button
              icon={Play}
              variant="accent"
              onPointerEnter={TradeMiddle.preload}
              onClick={() => setReplayed("trade")}
            >
              {text.replay}
            </Button>
          </>
        )
      }
    >
      {replayed ? (
        <Box margin="0 -24px -24px" phone={{ margin: "0 -16px -24px" }}>
          <Suspense fallback={<SpinnerBlock />}>
            {replayed === "day" ? <DayMiddle trade={trade} /> : <TradeMiddle account={account} trade={trade} />}
          </Suspense>
        </Box>
      ) : (
        <Facts className="num" arrange="lines" facts={facts} />
      )}
    </Dialog>
  );
}

/** An imported trade as its file has it: exact prices, what its result is made of, and the file. */
function importedFacts({ direction, closeTime, profitLoss, imported }: Trade, timeZone: string): Fact[] {
  if (!imported) return [];
  const { quantity, entryPrice, exitPrice, stopPrice, openTime, profit, fees, swap, currency, file } = imported;
  const exact = (amount: string) => (areSumsHidden.value ? HIDDEN_SUM : `${digitsText(amount)} ${currency}`);
  return [
    { name: text.direction, value: <Side of={direction} label={performanceText.directions[direction]} /> },
    { name: text.size, value: digitsText(quantity) },
    { name: text.opened, value: openTime && formatDateTime(openTime, timeZone) },
    { name: text.closedAt, value: formatDateTime(closeTime, timeZone) },
    { name: text.entry, value: digitsText(entryPrice) },
    { name: text.exit, value: digitsText(exitPrice) },
    { name: text.stop, value: stopPrice && digitsText(stopPrice) },
    { name: text.profit, value: exact(profit) },
    { name: text.fees, value: exact(fees) },
    { name: text.swap, value: exact(swap) },
    { name: text.result, value: <AccountMoney usd={profitLoss} as="result" /> },
    { name: text.fromFile, value: file },
  ];
}

/** A closed part of a demo position. */
function demoFacts(trade: Trade, timeZone: string): Fact[] {
  const { direction, closeTime, profitLoss, lotSize, entryPrice, exitPrice, demo } = trade;
  if (!demo) return [];
  const price = (dollars: number) => formatPrice(dollars, priceDecimals(trade));
  return [
    { name: text.direction, value: <Side of={direction} label={performanceText.directions[direction]} /> },
    { name: text.size, value: formatAmount(lotSize) },
    { name: text.opened, value: formatDateTime(demo.openTime, timeZone) },
    { name: text.closedAt, value: formatDateTime(closeTime, timeZone) },
    { name: text.entry, value: price(entryPrice) },
    { name: text.exit, value: price(exitPrice) },
    { name: text.stop, value: demo.stopPrice === null ? null : price(demo.stopPrice) },
    { name: text.profit, value: <AccountMoney usd={demo.profit} as="result" /> },
    { name: text.fees, value: <AccountMoney usd={demo.commission} as="plain" /> },
    { name: text.swap, value: <AccountMoney usd={demo.overnight} as="plain" /> },
    { name: text.result, value: <AccountMoney usd={profitLoss} as="result" /> },
  ];
}
