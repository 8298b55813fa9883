import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { previewStopOut, type StopOutPreview } from "../../worker/contract/demo/preview-stop-out.ts";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { liveDemoState } from "../demo/demo-prices.ts";
import { tradeWords } from "../positions/list-cells.tsx";
import { Callout } from "../ui/callout.tsx";
import { formatMoney, formatSignedMoney, inOneLine } from "../ui/format.ts";
import { LOW_MARGIN_PERCENT } from "./low-margin.ts";
import { runText } from "./run-text.ts";

/** Without leverage, an equity below this part of what positions bind is warned of. */
const LOW_EQUITY_PERCENT = 10;

/** The effect of a stop-out, where it is near; null elsewhere. */
const nearStopOut = computed((): StopOutPreview | null => {
  const state = liveDemoState.value;
  const preview = state && previewStopOut(state, [], state.clock);
  if (!preview) return null;
  const lowPercent = preview.callCents === null ? LOW_EQUITY_PERCENT : LOW_MARGIN_PERCENT;
  return preview.equityCents * 100 < preview.usedMarginCents * lowPercent ? preview : null;
});

/** The same words while only prices move: the sentence is read out when it changes. */
const words = computed(() => {
  const preview = nearStopOut.value;
  if (!preview) return null;
  const { callCents, stopOutCents, first, equityCents } = preview;
  // By the prices of now: that a margin call is over is no event.
  const isCalled = callCents !== null && equityCents <= callCents;
  return {
    isCalled,
    title: isCalled ? runText.marginCall : runText.lowMargin,
    call: callCents === null || isCalled ? null : runText.callAt(formatMoney(dollarsFromCents(callCents))),
    stopOut: runText.stopOutAt(formatMoney(dollarsFromCents(stopOutCents))),
    first:
      first &&
      runText.closedFirst(tradeWords(first), inOneLine(formatSignedMoney(dollarsFromCents(first.floatingCents)))),
    equity: inOneLine(formatMoney(dollarsFromCents(equityCents))),
  };
});

/** Announces a margin call and a stop-out before they happen: at which equity, and which position would be closed first. */
export function StopOutNotice() {
  useSignals();
  const said = words.value;
  if (said === null) return null;
  return (
    <Callout tone={said.isCalled ? "down" : "warn"} size="strip">
      <span role="status">
        <b>{said.title}</b>
        {[said.call, said.stopOut].filter(Boolean).join(" ")}
      </span>{" "}
      {said.first} {runText.equityNow(said.equity)}
    </Callout>
  );
}
