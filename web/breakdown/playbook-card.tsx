import { useId } from "react";
import { type Breakdown, NO_KEY } from "../../worker/contract/trade-groups.ts";
import { WHOLE_PAGE } from "../performance/trade-filter.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { Card, CardHead } from "../ui/card.tsx";
import { formatCount } from "../ui/format.ts";
import { Text } from "../ui/layout.tsx";
import { breakdownText as text } from "./breakdown-text.ts";
import { rowsOf } from "./group-rows.ts";
import { GroupTable } from "./group-table.tsx";

/** The results of the trader's own setups, with what was traded without one at the end; nothing where no trade has a setup. */
export function PlaybookCard({ breakdown, account }: { breakdown: Breakdown; account: AccountName | null }) {
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
