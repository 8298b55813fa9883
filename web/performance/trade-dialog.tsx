import { useSignals } from "@preact/signals-react/runtime";
import { digitsText } from "../trade-accounts/exact-digits.ts";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Facts } from "../ui/facts.tsx";
import { formatDateTime } from "../ui/format.ts";
import { areSumsHidden, HIDDEN_SUM } from "../ui/hidden-sums.ts";
import { Side } from "../ui/side.tsx";
import { brokerText as text } from "./broker-text.ts";
import { performanceText } from "./performance-text.ts";
import type { Trade } from "./trade-types.ts";
import { AccountMoney } from "./trades-link.tsx";

type TradeDialogProps = { trade: Trade; timeZone: string; onClose: () => void };

/** An imported trade as its file has it: exact prices, what its result is made of, and the file. */
export function TradeDialog({ trade, timeZone, onClose }: TradeDialogProps) {
  useSignals();
  const { symbol, direction, closeTime, profitLoss, imported } = trade;
  if (!imported) return null;
  const { quantity, entryPrice, exitPrice, stopPrice, openTime, profit, fees, swap, currency, file } = imported;
  const exact = (amount: string) => (areSumsHidden.value ? HIDDEN_SUM : `${digitsText(amount)} ${currency}`);
  return (
    <Dialog title={text.detail(symbol)} onClose={onClose}>
      <Facts
        className="num"
        arrange="lines"
        facts={[
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
        ]}
      />
    </Dialog>
  );
}
