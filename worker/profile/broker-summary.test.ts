import { expect, setDefaultTimeout, test } from "bun:test";
import { addBrokerAccount, importFile, tradeRow } from "../../dev/test/test-broker.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";

setDefaultTimeout(600_000);

test("a trader's answer has the sum of each broker account in its own currency, and none that was deleted", async () => {
  const trader = await newTrader(await apiStack());
  const own = async () => [
    (await trader.get("/api/auth/check")).body.user.brokerAccounts,
    (await trader.get("/api/user/profile")).body.user.brokerAccounts,
  ];
  expect(await own()).toEqual([[], []]);
  const [euros, coins] = [
    await addBrokerAccount(trader, { name: "IC Markets", currency: "EUR" }),
    await addBrokerAccount(trader, { name: "Kraken", currency: "BTC" }),
  ];
  const closedAtMs = Date.UTC(2026, 2, 2, 10);
  await importFile(trader, euros, { trades: [tradeRow({ ticket: "1", closedAtMs, profit: "12.345" })] });
  await importFile(trader, coins, { trades: [tradeRow({ ticket: "1", closedAtMs, profit: "-0.00000012" })] });
  const sums = [
    { number: euros, name: "IC Markets", currency: "EUR", decimals: 6, trades: 1, result: 12.345 },
    { number: coins, name: "Kraken", currency: "BTC", decimals: 8, trades: 1, result: -0.00000012 },
  ];
  expect(await own()).toEqual([sums, sums]);
  const path = `/api/broker/accounts/${euros}`;
  await trader.send("DELETE", path, { headers: { "Idempotency-Key": crypto.randomUUID() } });
  expect(await own()).toEqual([[sums[1]], [sums[1]]]);
});
