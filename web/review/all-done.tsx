import { useSignals } from "@preact/signals-react/runtime";
import { entryOf } from "../journal/journal-state.ts";
import { labelOf } from "../journal/labels.ts";
import type { Trade } from "../performance/trade-types.ts";
import { ROUTE } from "../state/routes.ts";
import { type AccountName, withAccount } from "../trade-accounts/trade-account.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { capUsd } from "../ui/format.ts";
import { CircleCheck, Icon } from "../ui/icon.tsx";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { journalText as text } from "./journal-text.ts";
import { extremeLabels, tradeEntry } from "./week.ts";

/** All trades of the week are reviewed: how many, and which tag came with the most and the least money. */
export function AllDone({ account, trades }: { account: AccountName; trades: readonly Trade[] }) {
  useSignals();
  const noted = trades.map((trade) => ({
    labels: entryOf(tradeEntry(account, trade)).labels,
    result: trade.profitLoss,
  }));
  const { best, costliest } = extremeLabels(noted);
  return (
    <Card role="status">
      <Stack gap={8}>
        <Row gap={8}>
          <Icon of={CircleCheck} tone="up" />
          <Text as="h2" size="body" weight={600}>
            {text.allDone(trades.length)}
          </Text>
        </Row>
        <Row wrap gap="4px 24px" size="dense">
          {[[text.best, best] as const, [text.costliest, costliest] as const].map(
            ([words, of]) =>
              of && (
                <span key={words}>
                  {words}: <b>{labelOf(of.id)?.name}</b> <Money usd={capUsd(of.result)} as="result" />
                </span>
              ),
          )}
        </Row>
        <Row>
          <ButtonLink href={withAccount(ROUTE.performanceInsights, account)}>{text.toInsights}</ButtonLink>
        </Row>
      </Stack>
    </Card>
  );
}
