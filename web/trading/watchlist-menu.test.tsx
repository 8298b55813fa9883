import { beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, fireEvent, screen } from "@testing-library/react";
import { alertRequest } from "../alert-lines/alert-request.ts";
import { ROUTE } from "../state/routes.ts";

import { render } from "../test/render.tsx";
import { Watchlist } from "../watchlist/watchlist.tsx";
import { chosenSymbol } from "./chosen-symbol.ts";
import { WatchlistMenu } from "./watchlist-menu.tsx";

setDefaultTimeout(600_000);
beforeEach(() => {
  alertRequest.value = null;
});

function show(isSheet = false) {
  const page = render(
    <>
      <div data-modal={isSheet ? "" : undefined}>
        <Watchlist symbols={["BTCUSDm", "ETHUSDm"]} selected="BTCUSDm" onSelect={() => {}} />
      </div>
      <WatchlistMenu />
    </>,
  );
  return { ...page, row: screen.getByRole("button", { name: /^ETHUSDm/ }) };
}

test("the menu of a row sets an alert on its symbol, whose chart is shown", () => {
  const { row, history } = show();
  fireEvent.contextMenu(row, { clientX: 30, clientY: 40 });
  expect(screen.getByRole("menu", { name: "ETHUSDm" })).toBeTruthy();
  fireEvent.click(screen.getByRole("menuitem", { name: "Set an alert" }));
  expect(alertRequest.value).toEqual({ symbol: "ETHUSDm" });
  expect(chosenSymbol.value.charted).toBe("ETHUSDm");
  expect(history.at(-1)).toBe(ROUTE.tradingChart);
});

test("a finger that rests on a row opens it when it is lifted, and one that taps or moves does not", () => {
  const { row } = show();
  const press = (restsMs: number, byPx: number) => {
    const [down, up] = [new Date(), new Date(Date.now() + restsMs)].map(Number);
    const at = (type: string, timeStamp: number | undefined, clientY: number) => {
      const init = { pointerId: 1, pointerType: "touch", isPrimary: true, bubbles: true, clientX: 9, clientY };
      const event = new PointerEvent(type, init);
      Object.defineProperty(event, "timeStamp", { value: timeStamp });
      act(() => void row.dispatchEvent(event));
    };
    at("pointerdown", down, 50);
    at("pointerup", up, 50 + byPx);
    return screen.queryByRole("menu");
  };
  expect(press(200, 0)).toBeNull();
  expect(press(400, 30)).toBeNull();
  expect(press(400, 3)).toBeTruthy();
});

test("of a list in a sheet the menu is in the sheet, as all else is inert", () => {
  const { row } = show(true);
  fireEvent.contextMenu(row);
  expect(screen.getByRole("menu").closest("[data-modal]")).not.toBeNull();
});
