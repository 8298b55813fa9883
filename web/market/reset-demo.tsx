import { useSignals } from "@preact/signals-react/runtime";
import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { formatMoney } from "../ui/format.ts";
import { toast } from "../ui/toast.ts";
import { closedTrades, openTrades, resetDemo } from "./demo-trading.ts";
import { marketText } from "./market-text.ts";

/** Resets the demo account after a confirmation; hidden while there are no trades. */
export function ResetDemo() {
  useSignals();
  if (openTrades.value.length + closedTrades.value.length === 0) return null;

  async function reset() {
    if (await resetDemo()) toast.success(marketText.resetDone);
  }

  return (
    <ConfirmButton
      label={marketText.reset}
      title={marketText.resetTitle}
      keep={marketText.keep}
      onConfirm={() => void reset()}
    >
      {marketText.resetDetail(formatMoney(DEMO_BALANCE_USD, "always"))}
    </ConfirmButton>
  );
}
