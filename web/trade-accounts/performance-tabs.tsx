import { ROUTE } from "../state/routes.ts";
import { Box } from "../ui/layout.tsx";
import { TabLinks } from "../ui/tabs.tsx";
import { performanceTabsText as text } from "./performance-tabs-text.ts";
import { type AccountName, withAccount } from "./trade-account.ts";

type Current = "overview" | "journal" | "breakdown" | "insights";

/** The pages about closed trades, of the account that is shown. @param account null for the one that pages open with */
export function PerformanceTabs({ current, account }: { current: Current; account: AccountName | null }) {
  const items = [
    { label: text.overview, href: withAccount(ROUTE.performance, account), isCurrent: current === "overview" },
    { label: text.journal, href: withAccount(ROUTE.performanceJournal, account), isCurrent: current === "journal" },
    {
      label: text.breakdown,
      href: withAccount(ROUTE.performanceBreakdown, account),
      isCurrent: current === "breakdown",
    },
    { label: text.insights, href: withAccount(ROUTE.performanceInsights, account), isCurrent: current === "insights" },
  ];
  return (
    <Box margin="-16px 0 0" phone={{ margin: "-12px 0 0" }}>
      <TabLinks label={text.pages} items={items} />
    </Box>
  );
}
