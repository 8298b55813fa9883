import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { formatMoney } from "../ui/format.ts";
import { toast } from "../ui/toaster.tsx";
import { closedTrades, openTrades, resetDemo } from "./demo-trading.ts";
import { marketText } from "./market-text.ts";

/** Resets the demo account after a confirmation; hidden while there are no trades. */
export function ResetDemo() {
  useSignals();
  const [isConfirming, setConfirming] = useState(false);
  if (openTrades.value.length + closedTrades.value.length === 0) return null;

  function reset() {
    setConfirming(false);
    resetDemo();
    toast.success(marketText.resetDone);
  }

  return (
    <>
      <Button size="dense" onClick={() => setConfirming(true)}>
        {marketText.reset}
      </Button>
      {isConfirming && (
        <Dialog
          title={marketText.resetTitle}
          width="narrow"
          role="alertdialog"
          onClose={() => setConfirming(false)}
          actions={
            <>
              <Button size="form" data-autofocus="" onClick={() => setConfirming(false)}>
                {marketText.keep}
              </Button>
              <Button size="form" variant="accent" onClick={reset}>
                {marketText.reset}
              </Button>
            </>
          }
        >
          {marketText.resetDetail(formatMoney(DEMO_BALANCE_USD, "always"))}
        </Dialog>
      )}
    </>
  );
}
