import { useId } from "react";
import { type Breakdown, NO_KEY } from "../../worker/contract/trade-groups.ts";
import { apiFilter, tradesOfPage, WHOLE_PAGE } from "../performance/trade-filter.ts";
import type { User } from "../state/api.ts";
import { useQuery } from "../state/use-query.ts";
import { revisionOf } from "../trade-accounts/account-revision.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { Card, CardHead } from "../ui/card.tsx";
import { formatCount } from "../ui/format.ts";
import { Text } from "../ui/layout.tsx";
import { fetchBreakdown } from "./breakdown-calls.ts";
import { breakdownText as text } from "./breakdown-text.ts";
import { rowsOf } from "./group-rows.ts";
import { GroupTable } from "./group-table.tsx";

type PlaybookProps = {
  person: User;
  account: AccountName;
  /** As the address has it. */
  named: AccountName | null;
};

/** The results of each of the trader's setups, at the end of another page. Renders nothing while they load and when they fail. */
export function Playbook({ person, account, named }: PlaybookProps) {
  const page = tradesOfPage(WHOLE_PAGE, 0, account);
  const { lastValue } = useQuery({
    // The query of the breakdown's page.
    key: ["breakdown", person.timeZone, page],
    revision: revisionOf(person, account),
    fetch: (signal) => fetchBreakdown(apiFilter(page, person.timeZone), signal),
    failure: "breakdown not loaded",
    isLarge: true,
    isKept: true,
  });
  return lastValue && <PlaybookCard breakdown={lastValue} account={named} />;
}

/** The results of the trader's own setups, with what was traded without one at the end; nothing where no trade has a setup. */
function PlaybookCard({ breakdown, account }: { breakdown: Breakdown; account: AccountName | null }) {
  const id = useId();
  const rows = rowsOf(breakdown, "setup", { account, filter: WHOLE_PAGE });
  const own = rows.filter(({ key }) => key !== NO_KEY).length;
  if (own === 0) return null;
  return (
    <Card isFlush aria-labelledby={id}>
      <CardHead id={id} title={text.playbook} note={formatCount(own)} />
      <GroupTable label={text.playbook} head={text.by.setup} rows={rows} />
      <Text size="caption" tone="muted" pad="12px 20px" line="top" phone={{ pad: "12px 16px" }}>
        {breakdown.all.risked > 0 && <>{text.unit} </>}
        {text.about}
      </Text>
    </Card>
  );
}
