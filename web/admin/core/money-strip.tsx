import type { ComponentProps } from "react";
import { Box, Grid, Text } from "../../ui/layout.tsx";
import { Money } from "../../ui/money.tsx";
import { ADMIN_TEXT } from "./admin-text.ts";

const text = ADMIN_TEXT.money;

type Sum = { name: string; usd: number | null; as?: ComponentProps<typeof Money>["as"]; detail?: string };

type MoneyStripProps = {
  /** Dollars. */
  money: Record<"balance" | "held" | "owed" | "deposited" | "withdrawn" | "tradingResult", number>;
  /** Shows the balance after all holds are paid out, for a decision about a withdrawal. */
  showsAfter?: boolean;
};

export function MoneyStrip({ money, showsAfter = false }: MoneyStripProps) {
  const { balance, held, owed, deposited, withdrawn, tradingResult } = money;
  const sums: Sum[] = [
    { name: text.balance, usd: balance },
    { name: text.held, usd: held > 0 ? held : null },
    // Holds of open requests have left the balance already, so paying all of them leaves this much.
    ...(showsAfter ? [{ name: text.after, usd: balance, detail: text.afterDetail }] : []),
    ...(owed > 0 ? [{ name: text.owed, usd: -owed, as: "result" } as const] : []),
    { name: text.deposited, usd: deposited },
    { name: text.withdrawn, usd: withdrawn },
    { name: text.trading, usd: tradingResult, as: "result" },
  ];
  return (
    <Box margin="0 -20px" line="top" phone={{ margin: "0 -16px" }}>
      <Grid
        as="dl"
        columns="repeat(auto-fit, minmax(92px, 1fr))"
        gap="8px 16px"
        pad="10px 20px"
        surface="surface"
        line="bottom"
        medium={{ columns: 3 }}
        phone={{ pad: "10px 16px" }}
        className="num"
        aria-label={text.title}
      >
        {sums.map(({ name, usd, as = "plain", detail }) => (
          <div key={name} title={detail}>
            <Text as="dt" size="caption" tone="muted" breaks="never">
              {name}
            </Text>
            <Text as="dd" size="body" weight={500} isContainer>
              <Money usd={usd} as={as} />
            </Text>
          </div>
        ))}
      </Grid>
    </Box>
  );
}
