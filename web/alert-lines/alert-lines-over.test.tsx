import { beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { type ReadonlySignal, signal } from "@preact/signals-react";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { PriceAlert } from "../../worker/contract/alerts/price-alerts.ts";
import { alertDraft, closeAlertEditor, openAlertEditor, openedReceipt } from "../alerts/alerts.ts";
import type { ChartController, Crosshair } from "../chart/chart-controller.ts";
import { LineHandles } from "../chart/line-handles.ts";
import { arrive } from "../state/session.ts";
import { changeDrawings } from "../terminal/drawings-and-settings.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { bringPrices } from "../test/market.ts";
import { finger, INTERRUPTIONS } from "../test/pointer.ts";
import { render } from "../test/render.tsx";
import { horizontalLine } from "../test/test-terminal.ts";
import { trader } from "../test/trader.ts";
import { TradeLinesOver } from "../trade-lines/over.tsx";
import { ChartMenu } from "../trading/chart-menu.tsx";
import { AlertLinesOver } from "./alert-lines-over.tsx";
import { alertRequest, drawingActs } from "./alert-request.ts";

setDefaultTimeout(600_000);

const context = apiServer();
const MARKET = 67_842.1;

const ALERT: PriceAlert = {
  id: 7,
  version: 3,
  state: "armed",
  createdAt: 0,
  firings: 0,
  lastFiring: null,
  symbol: "BTCUSDm",
  condition: { type: "level", direction: "rises", price: 6_820_000 },
  repeat: { type: "once" },
  expiresAt: null,
  note: "",
  isAlsoInQuietHours: false,
  drawing: null,
};

const FIRING: NonNullable<PriceAlert["lastFiring"]> = {
  id: 41,
  alert: 7,
  version: 3,
  // 21:58 in the zone below.
  at: Date.UTC(2026, 10, 29, 14, 58),
  quote: {
    symbol: "BTCUSDm",
    bid: 6_820_000,
    ask: 6_820_000,
    at: 0,
    source: "kraken",
    kind: "quoted",
    seq: 1,
    heardAt: 0,
    isHeld: false,
  },
  before: null,
  value2: 13_640_000,
  extreme: null,
};

/** A chart of 800 x 400 px on which a pixel is ten dollars, with 70,000 at the top, and a candle of an hour every 8 px. */
function newChart() {
  const crosshair = signal<Crosshair | null>(null);
  const startMs = Array.from({ length: 100 }, (_, row) => Date.UTC(2026, 10, 29) + (row - 50) * 3_600_000);
  const leftOf = (at: number) => Math.floor((at - (startMs[0] ?? 0)) / 3_600_000) * 8;
  const chart = {
    crosshair,
    drawn: signal(1),
    candleChanges: signal(0),
    legendPx: signal(0),
    menuAt: signal(null),
    plotPx: { width: 800, height: 400 },
    lines: new LineHandles(),
    series: { columns: { startMs, high: startMs.map(() => 6_800_000) }, sizeMs: 3_600_000 },
    leftOf,
    plot: {
      topOf: (price: number) => (7_000_000 - price) / 1_000,
      priceAt: (topPx: number) => 7_000_000 - topPx * 1_000,
      rowAt: (leftPx: number) => leftPx / 8,
    },
    addMarks: (_: ReadonlySignal<unknown>) => () => {},
    setTags: () => {},
  };
  // The lines and marks use nothing else of it.
  return { chart: chart as unknown as ChartController, crosshair };
}

let answered: PriceAlert[];
const puts = () => context.server.callsOf("PUT /api/alerts/7").map(({ body }) => body as Record<string, unknown>);
const posts = () => context.server.callsOf("POST /api/alerts").map(({ body }) => body as Record<string, unknown>);

beforeEach(() => {
  alertRequest.value = null;
  drawingActs.value = null;
  closeAlertEditor();
  answered = [];
  const { server } = context;
  server.on("GET /api/alerts", () => ok({ alerts: answered, armed: answered.length, max: 500 }));
  server.on("PUT /api/alerts/7", ({ body }) => {
    const [before] = answered;
    const { version: _, ...terms } = body as PriceAlert;
    answered = [{ ...ALERT, ...terms, state: "armed", version: (before?.version ?? 0) + 1 }];
    return ok({ alert: answered[0] });
  });
  server.on("POST /api/alerts", ({ body }) => {
    const alert = { ...ALERT, ...(body as object), id: 8, version: 1 } as PriceAlert;
    answered = [...answered, alert];
    return ok({ alert });
  });
  server.on("DELETE /api/alerts/7", () => {
    answered = [];
    return ok();
  });
});

async function show(...alerts: Partial<PriceAlert>[]) {
  answered = alerts.map((alert) => ({ ...ALERT, ...alert }));
  arrive(trader(), "token");
  bringPrices({ BTCUSDm: MARKET });
  const { chart, crosshair } = newChart();
  const { container } = render(
    <TradeLinesOver chart={chart} symbol="BTCUSDm" timeZone="Asia/Phnom_Penh">
      {(guests) => (
        <>
          <AlertLinesOver chart={chart} symbol="BTCUSDm" timeZone="Asia/Phnom_Penh" guests={guests} />
          <ChartMenu chart={chart} symbol="BTCUSDm" onOrder={() => {}} />
        </>
      )}
    </TradeLinesOver>,
  );
  await waitFor(() => expect(context.server.callsOf("GET /api/alerts").length).toBeGreaterThan(0));
  return { chart, crosshair, container };
}

const grip = (name: string | RegExp) => screen.findByRole("slider", { name });
const pillOf = (slider: HTMLElement) => slider.closest("[data-look]");

/** Drags the line of an alert up by so many px, and keeps it there. */
async function hold(byPx: number): Promise<HTMLElement> {
  const slider = await grip("Alert: Rises to 68,200.00");
  finger.press(slider, 50, 180);
  finger.move(slider, 50, 180 - byPx);
  return slider;
}

test("a line that is dragged says its level and distance, and is one amendment with the version that was seen", async () => {
  await show({});
  const slider = await hold(14);
  expect(pillOf(slider)?.getAttribute("data-state")).toBe("held");
  expect(pillOf(slider)?.textContent).toBe("Rises to 68,340.00+0.7%");
  expect(puts()).toEqual([]);
  finger.lift(slider, 50, 166);
  await waitFor(() => expect(puts()).toHaveLength(1));
  expect(puts()[0]).toMatchObject({ version: 3, condition: { type: "level", direction: "rises", price: 6_834_000 } });
  await grip("Alert: Rises to 68,340.00");
  await waitFor(() => expect(answered[0]?.version).toBe(4));
});

test("over the price the word turns from rises to falls", async () => {
  await show({});
  const slider = await hold(-60);
  expect(pillOf(slider)?.textContent).toBe("Falls to 67,600.00−0.4%");
  finger.lift(slider, 50, 240);
  await waitFor(() => expect(puts()).toHaveLength(1));
  expect(puts()[0]).toMatchObject({ condition: { direction: "falls", price: 6_760_000 } });
});

test("on the price it says so, and letting go returns it", async () => {
  await show({});
  const slider = await hold(-36);
  expect(pillOf(slider)?.getAttribute("data-state")).toBe("fault");
  expect(screen.getByText("The price is here now. Move it up or down.")).toBeTruthy();
  finger.lift(slider, 50, 216);
  await grip("Alert: Rises to 68,200.00");
  await context.callsArrive();
  expect(puts()).toEqual([]);
});

test.each(INTERRUPTIONS)("%s puts a line back that is being dragged", async (_, interrupt) => {
  await show({});
  const slider = await hold(14);
  act(() => void interrupt(slider));
  finger.lift(slider, 50, 166);
  expect(slider.getAttribute("aria-valuenow")).toBe("6820000");
  await context.callsArrive();
  expect(puts()).toEqual([]);
});

test("a change elsewhere ends the drag and is shown", async () => {
  await show({});
  const slider = await hold(14);
  answered = [{ ...ALERT, version: 4, condition: { type: "level", direction: "rises", price: 6_900_000 } }];
  fireEvent.keyDown(document.body, { key: "Shift" });
  const { invalidate } = await import("../state/query.ts");
  await act(() => invalidate(["alerts"]));
  await waitFor(() => expect(slider.getAttribute("aria-valuenow")).toBe("6900000"));
  finger.lift(slider, 50, 166);
  await context.callsArrive();
  expect(puts()).toEqual([]);
});

test("arrow keys move a line, Escape returns it, Enter sends it, and Enter at rest opens its editor", async () => {
  await show({});
  const slider = await grip("Alert: Rises to 68,200.00");
  fireEvent.keyDown(slider, { key: "ArrowUp" });
  fireEvent.keyDown(slider, { key: "ArrowUp", shiftKey: true });
  expect(slider.getAttribute("aria-valuenow")).toBe("6831000");
  fireEvent.keyDown(slider, { key: "Escape" });
  expect(slider.getAttribute("aria-valuenow")).toBe("6820000");
  fireEvent.keyDown(slider, { key: "ArrowDown" });
  fireEvent.keyDown(slider, { key: "Enter" });
  await waitFor(() => expect(puts()).toHaveLength(1));
  expect(puts()[0]).toMatchObject({ condition: { price: 6_819_000 } });
  expect(alertDraft.value).toBeNull();
  await waitFor(() => expect(slider.getAttribute("aria-disabled")).toBe("false"));
  fireEvent.keyDown(slider, { key: "Enter" });
  expect(alertDraft.value?.alert?.id).toBe(7);
});

test("a press that moves nothing opens the editor, and × removes the alert", async () => {
  await show({});
  const slider = await grip("Alert: Rises to 68,200.00");
  finger.press(slider, 50, 180);
  finger.lift(slider, 50, 180);
  expect(alertDraft.value?.alert?.id).toBe(7);
  act(closeAlertEditor);
  fireEvent.click(screen.getByRole("button", { name: "Remove the alert: Rises to 68,200.00" }));
  await waitFor(() => expect(context.server.callsOf("DELETE /api/alerts/7")).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole("slider")).toBeNull());
});

test("one that waits says when it told and where it tells again, a paused one that it is paused", async () => {
  await show(
    { state: "waiting", repeat: { type: "again", retreat: 20_460 }, lastFiring: FIRING },
    { id: 8, state: "paused", condition: { type: "level", direction: "falls", price: 6_700_000 } },
    { id: 9, state: "expired" },
    { id: 10, symbol: "ETHUSDm" },
    { id: 11, condition: { type: "move", direction: "up", basisPoints: 80, windowMs: 3_600_000 } },
  );
  await screen.findByText("Told you 21:58, again below 67,995.40");
  expect(screen.getByText("Falls to 67,000.00, paused")).toBeTruthy();
  expect(screen.getAllByRole("slider")).toHaveLength(2);
});

test("old prices are said on the line, which can still be moved", async () => {
  await show({});
  await grip("Alert: Rises to 68,200.00");
  bringPrices({ BTCUSDm: MARKET + 0.1 }, { ageMs: 47_000 });
  await screen.findByText("Rises to 68,200.00, prices 47 s old");
  expect((await hold(14)).getAttribute("aria-valuenow")).toBe("6834000");
});

test("a price changes nothing of a line at rest, and its distance alone under the pointer", async () => {
  const { container } = await show({});
  const slider = await grip("Alert: Rises to 68,200.00");
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  observer.observe(container, { subtree: true, childList: true, attributes: true, characterData: true });
  bringPrices({ BTCUSDm: MARKET + 10 });
  bringPrices({ BTCUSDm: MARKET + 20 });
  await waitFor(() => expect(observer.takeRecords().concat(changes)).toEqual([]));
  observer.disconnect();
  fireEvent.pointerEnter(slider);
  expect(pillOf(slider)?.textContent).toBe("Rises to 68,200.00+0.5% away");
  fireEvent.pointerLeave(slider);
  expect(pillOf(slider)?.textContent).toBe("Rises to 68,200.00");
});

test("what the editor holds is a dashed line that moves with it, and moves it", async () => {
  await show();
  act(() => openAlertEditor({ symbol: "BTCUSDm", price: 6_820_000 }));
  const slider = await grip("Alert: Rises to 68,200.00");
  expect(pillOf(slider)?.textContent).toBe("Rises to 68,200.00not set yet");
  finger.press(slider, 50, 180);
  finger.move(slider, 50, 240);
  expect(alertDraft.value?.terms.condition).toEqual({ type: "level", direction: "falls", price: 6_760_000 });
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(alertDraft.value?.terms.condition).toEqual({ type: "level", direction: "rises", price: 6_820_000 });
  finger.lift(slider, 50, 240);
  fireEvent.click(screen.getByRole("button", { name: "Do not set this alert" }));
  expect(alertDraft.value).toBeNull();
  await waitFor(() => expect(screen.queryByRole("slider")).toBeNull());
});

test("one that has fired once has no line, and a mark at its candle that opens the receipt", async () => {
  await show({ state: "fired", lastFiring: FIRING });
  const mark = await screen.findByRole("button", { name: /^Alert of Nov 29, 2026, 9:58 PM: rose to 68,200\.00/ });
  // Row 64, whose high is at 200 px.
  expect(mark.style.transform).toBe("translate(503px, 176px)");
  expect(screen.queryByRole("slider")).toBeNull();
  fireEvent.click(mark);
  expect(openedReceipt.value).toBe(41);
});

test("an alert of a drawing has a bell on it, follows it with one amendment, and ends with it", async () => {
  context.server.on("POST /api/terminal/changes", () => ok({ results: [], records: [] }));
  const change = (price: number | null) =>
    act(() => {
      const changes = [{ id: "line", drawing: price === null ? null : horizontalLine(price) }];
      changeDrawings("BTCUSDm", changes);
      drawingActs.value = { symbol: "BTCUSDm", changes };
    });
  await show({ drawing: "line" });
  await grip("Alert: Rises to 68,200.00");
  change(6_820_000);
  const bell = await screen.findByRole("button", { name: "Alert on this drawing: Rises to 68,200.00" });
  expect(bell.style.transform).toBe("translate(748px, 170px)");
  expect(screen.queryByRole("slider")).toBeNull();
  for (const price of [6_700_000, 6_710_000, 6_720_000]) change(price);
  expect(bell.style.transform).toBe("translate(748px, 270px)");
  // No line of its own until it has followed.
  expect(screen.queryByRole("slider")).toBeNull();
  await waitFor(() => expect(puts()).toHaveLength(1));
  expect(puts()[0]).toMatchObject({ version: 3, drawing: "line", condition: { direction: "falls", price: 6_720_000 } });
  await waitFor(() => expect(answered[0]?.version).toBe(4));
  expect(screen.queryByRole("slider")).toBeNull();
  change(null);
  await waitFor(() => expect(context.server.callsOf("DELETE /api/alerts/7")).toHaveLength(1));
});

test("the plus at the cross sets an alert at once, and a double click sets one", async () => {
  const { crosshair } = await show();
  expect(screen.queryByRole("button", { name: /^Alert at/ })).toBeNull();
  act(() => {
    crosshair.value = { row: 3, leftPx: 300, topPx: 180 };
  });
  const plus = screen.getByRole("button", { name: "Alert at 68,200.00" });
  fireEvent.pointerEnter(plus);
  act(() => {
    crosshair.value = null;
  });
  fireEvent.click(plus);
  await grip("Alert: Rises to 68,200.00");
  fireEvent.click(plus);
  await context.callsArrive();
  expect(posts()).toHaveLength(1);
  expect(posts()[0]).toMatchObject({ symbol: "BTCUSDm", condition: { direction: "rises", price: 6_820_000 } });
  fireEvent.pointerLeave(plus);
  expect(screen.queryByRole("button", { name: "Alert at 68,200.00" })).toBeNull();
});

test("Alt A opens the editor at the cross, and without one beside the price", async () => {
  const { crosshair } = await show();
  const press = () => fireEvent.keyDown(document.body, { key: "a", code: "KeyA", altKey: true });
  act(() => {
    crosshair.value = { row: 3, leftPx: 300, topPx: 180 };
  });
  press();
  expect(alertDraft.value?.terms.condition).toEqual({ type: "level", direction: "rises", price: 6_820_000 });
  act(() => {
    crosshair.value = null;
  });
  press();
  const { condition } = alertDraft.value?.terms ?? {};
  expect(condition?.type === "level" && condition.price).toBeWithin(6_784_211, 6_900_000);
});

test("the menu at a price begins with alerts, also without a demo account", async () => {
  const { chart } = await show();
  const open = () =>
    act(() => {
      chart.menuAt.value = { place: { leftPx: 9, topPx: 180, clientX: 9, clientY: 180 }, price: 6_820_000 };
    });
  open();
  const items = screen.getAllByRole("menuitem");
  expect(items.map(({ textContent }) => textContent)).toEqual(["Alert at 68,200.00AltA", "Alert with more choices"]);
  fireEvent.click(items[0] as HTMLElement);
  await waitFor(() => expect(posts()).toHaveLength(1));
  open();
  fireEvent.click(screen.getByRole("menuitem", { name: "Alert with more choices" }));
  expect(alertDraft.value?.terms.condition).toMatchObject({ price: 6_820_000 });
});

test("a request of another part of the page waits for its symbol's chart, and opens the editor", async () => {
  alertRequest.value = { symbol: "ETHUSDm" };
  await show();
  expect(alertDraft.value).toBeNull();
  act(() => {
    alertRequest.value = { symbol: "BTCUSDm", drawing: { id: "line", drawing: horizontalLine(6_700_000) } };
  });
  await waitFor(() =>
    expect(alertDraft.value?.terms).toMatchObject({
      drawing: "line",
      condition: { type: "level", direction: "falls", price: 6_700_000 },
    }),
  );
  expect(alertRequest.value).toBeNull();
});
