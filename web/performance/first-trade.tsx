import { ReceiptLink } from "../demo/receipt-link.tsx";
import { useQuery } from "../state/use-query.ts";
import { Card } from "../ui/card.tsx";
import { Figure } from "../ui/figure.ts";
import { capUsd, formatAmount, formatMoney, formatPrice } from "../ui/format.ts";
import { Box, Row, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { SideWord } from "../ui/side.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { runText as text } from "./run-text.ts";
import { runAccount } from "./trade-account.ts";
import { fetchTrades } from "./trade-calls.ts";
import { priceDecimals } from "./trade-columns.tsx";
import type { RunDetail, Trade } from "./trade-types.ts";

/** The first closed position of a run: its result, and why it was filled at its prices. */
export function FirstTrade({ run }: { run: RunDetail }) {
  const { number, result, balance } = run;
  const account = runAccount(number);
  const { value } = useQuery({
    key: ["first-trade", account],
    fetch: async (signal) => (await fetchTrades({ account }, { limit: 1 }, signal)).trades[0] ?? null,
    failure: "first trade not loaded",
    isKept: true,
  });
  const costs = (value?.demo?.commission ?? 0) + (value?.demo?.overnight ?? 0);
  return (
    <Card isFlush aria-labelledby="first-trade">
      <Box pad="16px 20px" phone={{ pad: "16px 16px 12px" }}>
        <Text as="h2" id="first-trade" size="caption" tone="muted" weight={400}>
          {number === 1 ? text.firstEver : text.firstOfRun}
        </Text>
        <Box isContainer margin="4px 0 0">
          <Figure className="num" data-size="hero">
            <Money usd={capUsd(result)} as="result" />
          </Figure>
        </Box>
        <Text className="num" size="caption" tone="muted" margin="4px 0 0">
          {text.balance}{" "}
          <Text as="b" tone="text">
            <Money usd={capUsd(balance)} />
          </Text>
          {costs > 0 && text.afterCosts(formatMoney(costs))}
        </Text>
      </Box>
      <Row
        wrap
        justify="space-between"
        gap="8px 16px"
        minHeight={60}
        pad="8px 20px"
        line="top"
        phone={{ pad: "8px 16px" }}
      >
        {value ? <Position trade={value} /> : <Skeleton width={176} height={32} />}
        {value && <ReceiptLink fillId={Number(value.id)} of={value.symbol} />}
      </Row>
    </Card>
  );
}

function Position({ trade }: { trade: Trade }) {
  const { symbol, direction, lotSize, entryPrice, exitPrice } = trade;
  const decimals = priceDecimals(trade);
  return (
    <Box className="num" size="dense">
      <p>
        <b>{symbol}</b> <SideWord data-side={direction.toLowerCase()}>{direction}</SideWord> {formatAmount(lotSize)}
      </p>
      <Text tone="muted">{text.fromTo(formatPrice(entryPrice, decimals), formatPrice(exitPrice, decimals))}</Text>
    </Box>
  );
}
