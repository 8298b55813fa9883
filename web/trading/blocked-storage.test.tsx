import { expect, setDefaultTimeout, test } from "bun:test";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { chartType } from "../chart/chart-choices.ts";
import { localStore } from "../state/storage/browser-storage.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { blockStorage } from "../test/block-storage.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";
import { chooseTraded, chosenSymbol } from "./chosen-symbol.ts";

setDefaultTimeout(600_000);

const context = apiServer();

test("where the browser blocks its storage, the trading page opens, and what is chosen holds while it is open", async () => {
  context.server.on("POST /api/auth/activity", () => ok());
  const unblock = blockStorage("localStorage");
  try {
    await openApp(context.server, { at: "/trading", as: trader() });
    const dock = await screen.findByRole("region", { name: "Open Positions" });
    fireEvent.click(within(dock).getByRole("button", { name: "Show the lists" }));
    const grip = screen.getByRole("separator", { name: "Height of the positions" });
    const heightPx = Number(grip.getAttribute("aria-valuenow"));
    fireEvent.keyDown(grip, { key: "ArrowUp" });
    expect(Number(grip.getAttribute("aria-valuenow"))).toBe(heightPx + 24);
    act(() => chooseTraded("XAUUSDm"));
    expect(chosenSymbol.value).toEqual({ charted: "XAUUSDm", traded: "XAUUSDm" });
    act(() => chartType.choose("line"));
    expect(chartType.value).toBe("line");
  } finally {
    act(() => {
      chooseTraded("BTCUSD");
      unblock();
      chartType.choose("candles");
      // What could not be stored stays in the page, which all tests share.
      localStore.clear();
    });
  }
});
