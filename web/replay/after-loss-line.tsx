import { useSignals } from "@preact/signals-react/runtime";
import { dayAt, isoDate } from "../../worker/contract/trade-calendar.ts";
import { answer, api, bearerHeaders } from "../state/api.ts";
import { useQuery } from "../state/use-query.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { formatHour } from "../ui/format.ts";
import { afterLossOf } from "./after-loss.ts";
import { centsText } from "./replay-format.ts";
import { replayText as text } from "./replay-text.ts";
import { OutcomeLine } from "./what-if-line.tsx";

type AfterLossLineProps = { account: AccountName; tradeId: string; closedAtMs: number; timeZone: string };

/** What the day would have brought without trades after its first loss; nothing where the trade was not such a one. */
export function AfterLossLine({ account, tradeId, closedAtMs, timeZone }: AfterLossLineProps) {
  useSignals();
  const day = dayAt(closedAtMs, timeZone);
  const { value } = useQuery({
    key: ["trades-of-day", account, day],
    fetch: async (signal) => {
      const query = { account, date: isoDate(day) };
      return (await answer(api.trade.history.$get({ query }, { headers: bearerHeaders(), init: { signal } }))).data
        .trades;
    },
    failure: "trades of a day not loaded",
  });
  const found = value && afterLossOf(value, tradeId);
  if (!found) return null;
  const { lossAtMs, leftOut, keptCents, ownCents } = found;
  return (
    <OutcomeLine
      label={text.whatIfStopped}
      title={text.instead(text.afterLoss(formatHour(lossAtMs, timeZone)), centsText(keptCents), centsText(ownCents))}
      words={text.afterLossText(leftOut)}
      differenceCents={keptCents - ownCents}
    />
  );
}
