import { useSignals } from "@preact/signals-react/runtime";
import { dayAt, dayStartMs, firstDayOfWeek, weekOf } from "../../worker/contract/trade-calendar.ts";
import { answer, api, type User } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { useQuery } from "../state/use-query.ts";
import { formatCount } from "../ui/format.ts";
import { Box } from "../ui/layout.tsx";
import { TabLinks } from "../ui/tabs.tsx";
import { useMinute } from "../ui/use-now.ts";
import { revisionOf } from "./account-revision.ts";
import { findingCount } from "./finding-counts.ts";
import { performanceTabsText as text } from "./performance-tabs-text.ts";
import { type AccountName, openingAccount, withAccount } from "./trade-account.ts";

/** Of more a tab says that there are more: the number has the gap to the next one. */
const COUNT_MAX = 99;

type Current = "overview" | "journal" | "breakdown" | "insights";

/** The pages about closed trades, of the account that is shown. @param account null for the one that pages open with */
export function PerformanceTabs({ current, account }: { current: Current; account: AccountName | null }) {
  useSignals();
  const person = user.value;
  const shown = account ?? (person && openingAccount(person));
  const toReview = useToReview(person, shown);
  const findings = person && shown && findingCount(shown, revisionOf(person, shown));
  // Unknown is no number, and none needs no one.
  const counted = (count: number | null) => {
    if (!count) return {};
    return { count: count > COUNT_MAX ? `${formatCount(COUNT_MAX)}+` : count };
  };
  const items = [
    { label: text.overview, href: withAccount(ROUTE.performance, account), isCurrent: current === "overview" },
    {
      label: text.journal,
      href: withAccount(ROUTE.performanceJournal, account),
      isCurrent: current === "journal",
      ...counted(toReview),
    },
    {
      label: text.breakdown,
      href: withAccount(ROUTE.performanceBreakdown, account),
      isCurrent: current === "breakdown",
    },
    {
      label: text.insights,
      href: withAccount(ROUTE.performanceInsights, account),
      isCurrent: current === "insights",
      ...counted(findings),
    },
  ];
  return (
    <Box margin="-16px 0 0" phone={{ margin: "-12px 0 0" }}>
      <TabLinks label={text.pages} items={items} hasLateCounts />
    </Box>
  );
}

/** How many trades of this week are not reviewed; null until it is known. */
function useToReview(person: User | null, account: AccountName | null): number | null {
  const zone = person?.timeZone ?? "UTC";
  const { year, week } = weekOf(dayAt(useMinute(), zone));
  const first = firstDayOfWeek(year, week);
  const { value } = useQuery({
    // Begins as the keys of the journal do, so that a change of the journal invalidates it.
    key: person && account ? ["journal", "to-review", account, first, zone] : null,
    revision: person && account ? revisionOf(person, account) : "",
    fetch: async (signal) => {
      const at = (day: number) => new Date(dayStartMs(day, zone)).toISOString();
      const query = { account: account ?? "", from: at(first), to: at(first + 7) };
      return (await answer(api.journal["to-review"].$get({ query }, { init: { signal } }))).trades;
    },
    failure: "trades to review not counted",
  });
  return value;
}
