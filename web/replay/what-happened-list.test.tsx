import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, screen } from "@testing-library/react";
import { check } from "../state/session.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { render } from "../test/render.tsx";
import { replayedTrade } from "../test/replayed-trade.ts";
import { trader } from "../test/trader.ts";
import { WhatHappened } from "./what-happened-list.tsx";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();

beforeEach(() => {
  const person = trader({ _id: crypto.randomUUID() });
  context.server.on("GET /api/auth/check", () => ok({ user: person, token: "token-1" }));
  context.server.on("GET /api/user/profile", () => ok({ user: person }));
  context.server.on("GET /api/user/balance", () => ok({ balance: 0, held: 0 }));
});

const steps = () =>
  screen
    .getAllByRole("listitem")
    .map((item) => [
      item.querySelector("span")?.textContent,
      item.querySelector("small")?.textContent?.replace(/^\d\d:\d\d(, )?/, ""),
      item.dataset.doubtful,
    ]);

test("a moved stop and a closing by hand are marked, what followed from the order is not", async () => {
  const { trade } = replayedTrade({ stop: 6_650_000, target: null, trail: null }, [
    67_000,
    { stop: 66_000 },
    66_200,
    "close",
  ]);
  context.server.on("GET /api/replay/trade", () => ok({ trade }));
  await act(check);
  render(<WhatHappened account="run:1" tradeKey="2" timeZone="Asia/Phnom_Penh" />);
  await screen.findByRole("heading", { name: "What happened" });
  expect(steps()).toEqual([
    ["Bought at the market", "at 67,000.00", "false"],
    ["Stop moved away", "by 500.00", "true"],
    ["Closed by hand", "at 66,200.00", "true"],
  ]);
});

test("nothing is asked or said of an account without a log", async () => {
  await act(check);
  const { container } = render(<WhatHappened account="cash" tradeKey="2" timeZone="Asia/Phnom_Penh" />);
  expect(container.textContent).toBe("");
  expect(context.server.callsOf("GET /api/replay/trade")).toEqual([]);
});
