import { expect, setDefaultTimeout, setSystemTime, test } from "bun:test";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { Watchlist } from "./watchlist.tsx";

setDefaultTimeout(600_000);

const LISTED: readonly FeedSymbol[] = ["US500", "USTECm", "XAUUSDm", "BTCUSDm"];

let renders = 0;

function Screen() {
  renders += 1;
  const [selected, setSelected] = useState<FeedSymbol>("US500");
  return <Watchlist symbols={LISTED} selected={selected} onSelect={setSelected} details={<p>details</p>} />;
}

const rows = () => [...screen.getByLabelText("Watchlist").querySelectorAll("button")];
const row = (symbol: string) => {
  const found = rows().find((one) => one.textContent.startsWith(symbol));
  if (!found) throw new Error(`no row of ${symbol}`);
  return found;
};
/** The box of a row's price, which flashes and turns grey. */
const priceBox = (symbol: string) => {
  const box = row(symbol).querySelector<HTMLElement>("[data-stale]");
  if (!box) throw new Error(`${symbol} has no price`);
  return box;
};
const selectedRow = () => rows().find((one) => one.getAttribute("aria-current") === "true");

test("each row shows its symbol, its name, its price and the day's signed change", () => {
  bringPrices({ US500: 5_482.1, USTECm: 19_245.6, XAUUSDm: 2_391.55 }, { dayOpen: 5_000 });
  bringPrices({ BTCUSDm: 67_120.5 }, { dayOpen: 67_120.5 });
  render(<Screen />);
  expect(rows()).toHaveLength(LISTED.length);
  expect(row("US500").textContent).toBe("US500S&P 5005,482.10+9.6%");
  expect(row("XAUUSDm").textContent).toBe("XAUUSDmGold2,391.55−52.2%");
  expect(row("BTCUSDm").textContent).toBe("BTCUSDmBitcoin67,120.500.0%");
});

test("a tick changes the figure and flashes its box briefly, without rendering the list", async () => {
  bringPrices({ US500: 100 }, { ageMs: 4_000 });
  render(<Screen />);
  const before = renders;
  const figure = priceBox("US500");
  const tone = () => figure.querySelector("i")?.dataset.tone;
  bringPrices({ US500: 101 }, { ageMs: 2_000 });
  expect([figure.textContent, tone()]).toEqual(["101.00", "up"]);
  await waitFor(() => expect(tone()).toBeUndefined());
  bringPrices({ US500: 100.5 });
  expect([figure.textContent, tone()]).toEqual(["100.50", "down"]);
  expect(renders).toBe(before);
});

test("a stale price is grey, and the next price restores its colour", () => {
  bringPrices({ US500: 101 }, { ageMs: 10_000 });
  render(<Screen />);
  const figure = priceBox("US500");
  expect(figure.dataset.stale).toBe("true");
  bringPrices({ US500: 102 });
  expect(figure.dataset.stale).toBe("false");
});

test("a stale price shows its age beside streaming ones", () => {
  bringPrices({ US500: 101 }, { ageMs: 14 * 3_600_000 });
  bringPrices({ BTCUSDm: 100 });
  render(<Screen />);
  expect(row("US500").textContent).toContain("14\u00a0h old");
  expect(screen.getByTitle("14 h old").textContent).toContain("101.00");
  expect(row("BTCUSDm").textContent).not.toContain("old");
  bringPrices({ US500: 102 });
  expect(row("US500").textContent).not.toContain("old");
});

test("up, down, home and end move through the rows and select", () => {
  render(<Screen />);
  row("US500").focus();
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  press("ArrowDown");
  expect(selectedRow()).toBe(row("USTECm"));
  expect(document.activeElement).toBe(row("USTECm"));
  press("End");
  press("ArrowDown");
  expect(selectedRow()).toBe(row("BTCUSDm"));
  press("ArrowUp");
  expect(selectedRow()).toBe(row("XAUUSDm"));
  press("Home");
  expect(selectedRow()).toBe(row("US500"));
  // From the focused row, which Tab may have changed.
  row("XAUUSDm").focus();
  press("ArrowDown");
  expect(selectedRow()).toBe(row("BTCUSDm"));
});

test("a selected row opens its details below it", async () => {
  render(<Screen />);
  fireEvent.click(row("XAUUSDm"));
  await waitFor(() => expect(screen.getByText("details").closest("li")?.textContent).toContain("XAUUSDm"));
});

test("a choice is shown at once and reported after the next paint, the last one of several", async () => {
  const chosen: FeedSymbol[] = [];
  render(<Watchlist symbols={LISTED} selected="US500" onSelect={(symbol) => chosen.push(symbol)} />);
  fireEvent.click(row("USTECm"));
  fireEvent.click(row("XAUUSDm"));
  expect(selectedRow()).toBe(row("XAUUSDm"));
  expect(chosen).toEqual([]);
  await waitFor(() => expect(chosen).toEqual(["XAUUSDm"]));
  // The parent's choice is shown again, which did not follow here.
  await waitFor(() => expect(selectedRow()).toBe(row("US500")));
});

test("an input elsewhere acts on what was chosen before the next paint", () => {
  const chosen: FeedSymbol[] = [];
  let seen: FeedSymbol[] = [];
  render(
    <>
      <Watchlist symbols={LISTED} selected="US500" onSelect={(symbol) => chosen.push(symbol)} />
      <button type="button" onPointerDown={() => (seen = [...chosen])}>
        Buy
      </button>
    </>,
  );
  fireEvent.click(row("USTECm"));
  fireEvent.pointerDown(row("USTECm"));
  expect(chosen).toEqual([]);
  fireEvent.pointerDown(screen.getByText("Buy"));
  expect(seen).toEqual(["USTECm"]);
  fireEvent.pointerDown(screen.getByText("Buy"));
  expect(chosen).toEqual(["USTECm"]);
});

test("a closed market says so in its row, whatever its price does, until it opens", () => {
  setSystemTime(new Date("2026-12-13T22:59:58Z"));
  bringPrices({ US500: 5_482.1, BTCUSDm: 67_120.5 }, { dayOpen: 5_000 });
  render(<Screen />);
  expect(row("US500").textContent).toContain("5,482.10Closed");
  expect(row("US500").querySelector("[title]")?.getAttribute("title")).toStartWith("Opens ");
  expect(row("BTCUSDm").textContent).not.toContain("Closed");
  bringPrices({ US500: 5_490 });
  expect(row("US500").textContent).toContain("5,490.00Closed");
  setSystemTime(new Date("2026-12-13T23:00:01Z"));
  bringPrices({ US500: 5_500 }, { dayOpen: 5_000 });
  expect(row("US500").textContent).toContain("5,500.00+10.0%");
});
