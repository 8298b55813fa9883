import { Suspense } from "react";
import type { Trade } from "../performance/trade-types.ts";
import { lazyPage } from "../state/lazy-page.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Facts } from "../ui/facts.tsx";
import { capUsd, formatDateTime } from "../ui/format.ts";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { Side } from "../ui/side.tsx";
import { SpinnerBlock } from "../ui/spinner.tsx";
import { journalText as text } from "./journal-text.ts";
import { openTimeOf } from "./open-time.ts";
import { heldOf, multipleOf, priceOf, sizeOf } from "./trade-words.tsx";

const TradeMiddle = lazyPage(async () => (await import("../replay/replay-parts.tsx")).TradeMiddle);

type TradeFactsProps = { account: AccountName; trade: Trade; timeZone: string };

/** A trade in the middle of the journal: its head, what happened between its opening and its closing, and the facts that are known of it. */
export function TradeFacts({ account, trade, timeZone }: TradeFactsProps) {
  const openTime = openTimeOf(trade);
  const multiple = multipleOf(trade);
  return (
    <Card isFlush aria-label={text.facts}>
      <Row wrap gap="4px 16px" justify="space-between" pad="16px 20px" phone={{ pad: 16 }} line="bottom">
        <Row wrap gap={12}>
          <Text as="h2" size="section">
            {trade.symbol}
          </Text>
          <Text as="span">
            <Side of={trade.direction} label={`${text.sides[trade.direction]} ${sizeOf(trade)}`} />
          </Text>
          {trade.demo && <DemoBadge />}
        </Row>
        <Row gap={12} className="num">
          <Text as="span" size="section">
            <Money usd={capUsd(trade.profitLoss)} as="result" />
          </Text>
          {multiple !== null && (
            <Text as="span" weight={600} tone={trade.profitLoss < 0 ? "down" : "up"}>
              {multiple}
            </Text>
          )}
        </Row>
      </Row>
      <Suspense fallback={<SpinnerBlock />}>
        <TradeMiddle key={trade.id} account={account} trade={trade} />
      </Suspense>
      <Stack className="num" pad="4px 20px 8px" phone={{ pad: "4px 16px 8px" }}>
        <Facts
          arrange="lines"
          facts={[
            { name: text.entry, value: priceOf(trade, "entryPrice") },
            { name: text.exit, value: priceOf(trade, "exitPrice") },
            { name: text.stop, value: priceOf(trade, "stopPrice") },
            { name: text.opened, value: openTime && formatDateTime(openTime, timeZone) },
            { name: text.closed, value: formatDateTime(trade.closeTime, timeZone) },
            { name: text.held, value: heldOf(trade) },
          ]}
        />
      </Stack>
    </Card>
  );
}
