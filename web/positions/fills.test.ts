import { expect, setDefaultTimeout, test } from "bun:test";
import { renderHook, waitFor } from "@testing-library/react";
import { demoLink, useDemoAccount } from "../demo/demo-account.ts";
import { arrive } from "../state/session.ts";
import { apiServer } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { trader } from "../test/trader.ts";
import { useRunFills } from "./fills.ts";

setDefaultTimeout(600_000);

const context = apiServer();

test("the rows of a run's fills stay the same however often they are rendered", async () => {
  const account = new FakeDemoAccount(context.server);
  arrive(trader(), null);
  const { result, rerender, unmount } = renderHook(() => {
    useDemoAccount();
    return useRunFills(1).rows;
  });
  await waitFor(() => expect(demoLink.value).toBe("live"));
  account.quote({ BTCUSDm: 67_000 });
  account.commandElsewhere({
    type: "place",
    run: 1,
    symbol: "BTCUSD",
    side: "buy",
    orderType: "market",
    amount: 0.1,
  });
  await waitFor(() => expect(result.current).toHaveLength(1));
  const rows = result.current;
  rerender();
  expect(result.current).toBe(rows);
  unmount();
});
