import { expect, test } from "bun:test";
import { screen } from "@testing-library/react";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { OrderSubmit } from "./order-summary.tsx";

test("an order says which price it is filled at, also while two sources disagree", () => {
  const origin = { source: "coinbase", agreement: "agree", disagreesWith: null } as const;
  bringPrices({ BTCUSDm: 65_000 }, { origin });
  render(<OrderSubmit order={{ symbol: "BTCUSD", type: "buy", amount: "1", price: "" }} isStale={false} />);
  expect(screen.getByText("Demo money. Filled at once, at the market price.")).toBeDefined();
  bringPrices({ BTCUSDm: 65_000 }, { origin: { ...origin, agreement: "disagree", disagreesWith: "kraken" } });
  expect(
    screen.getByText("Demo money. Coinbase and Kraken disagree; filled at once, at Coinbase's price."),
  ).toBeDefined();
});
