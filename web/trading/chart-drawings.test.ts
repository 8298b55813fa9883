import { expect, setDefaultTimeout, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import type { Drawing } from "../../worker/contract/terminal/terminal-schema.ts";
import { demoLink, followDemo } from "../demo/demo-account.ts";
import { arrive } from "../state/session.ts";
import { apiServer } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { trader } from "../test/trader.ts";
import { fillTicket, orderDraft } from "../ticket/draft.ts";
import { chartDrawings, orderOfPlan } from "./chart-drawings.ts";

setDefaultTimeout(600_000);

const context = apiServer();

const plan: Drawing = {
  kind: "long",
  anchors: [
    { time: 0, price: 6_600_000 },
    { time: 1, price: 6_800_000 },
    { time: 1, price: 6_500_050 },
  ],
  riskBasisPoints: 100,
  style: { colour: "text", width: 1, line: "solid" },
  isLocked: false,
  isHidden: false,
};

test("a plan is sized by the balance of the run, and fills the ticket as an order that waits", async () => {
  const account = new FakeDemoAccount(context.server);
  arrive(trader(), null);
  const stop = followDemo();
  await waitFor(() => expect(demoLink.value).toBe("live"));
  account.quote({ BTCUSDm: 67_000 });
  // 1 % of 10,000 dollars is lost at 0.1 bitcoin over 999.50 dollars.
  expect(chartDrawings.planTexts("BTCUSDm", plan)).toEqual({
    target: "+$200.00  68,000.00",
    targetMoney: "+$200.00",
    middle: "0.10  2.00 to 1",
    stop: "−$99.95  65,000.50",
    stopMoney: "−$99.95",
  });
  const order = orderOfPlan("BTCUSDm", plan);
  if (!order) throw new Error("no order");
  expect(order).toMatchObject({ type: "limit", side: "buy", priceSteps: 6_600_000 });
  fillTicket("BTCUSD", order);
  expect(orderDraft.value).toMatchObject({
    type: "limit",
    side: "buy",
    price: "66000.00",
    sizing: "risk",
    risk: "100.00",
    stop: { isOn: true, form: "price", text: "65000.50" },
    target: { isOn: true, form: "price", text: "68000.00" },
  });
  account.quote({ BTCUSDm: 65_500 });
  expect(orderOfPlan("BTCUSDm", plan)?.type).toBe("stop");
  expect(orderOfPlan("BTCUSDm", { ...plan, kind: "short" })).toMatchObject({ type: "limit", side: "sell" });
  stop();
});

test("what was done to the drawings of a symbol is known until another person signs in", () => {
  arrive(trader(), null);
  const history = chartDrawings.historyOf("BTCUSDm");
  history.note([{ id: "a", before: null, after: plan }]);
  arrive(trader({ firstName: "Dara" }), null);
  expect(chartDrawings.historyOf("BTCUSDm")).toBe(history);
  expect(chartDrawings.historyOf("ETHUSDm").canUndo).toBe(false);
  arrive(trader({ _id: "another" }), null);
  expect(chartDrawings.historyOf("BTCUSDm").canUndo).toBe(false);
});
