import type { ComponentProps } from "react";
import { ROUTE } from "../state/routes.ts";
import { type AccountName, withAccount } from "../trade-accounts/trade-account.ts";
import { TabLinks } from "../ui/tabs.tsx";
import { performanceTabsText as text } from "./performance-tabs-text.ts";

type Current = "overview" | "insights";

/** The pages about closed trades, of the account that is shown. @param account null for the one that pages open with */
export function PerformanceTabs({ current, account }: { current: Current; account: AccountName | null }) {
  const tab = (name: Current, href: string): ComponentProps<typeof TabLinks>["items"][number] => ({
    href: withAccount(href, account),
    label: text[name],
    isCurrent: name === current,
  });
  return (
    <TabLinks
      label={text.pages}
      items={[tab("overview", ROUTE.performance), tab("insights", ROUTE.performanceInsights)]}
    />
  );
}
