import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { PriceAlert } from "../../worker/contract/alerts/price-alerts.ts";
import { stepsOf } from "../../worker/contract/price-steps.ts";
import { arrive } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { FakeAlerts } from "../test/fake-alerts.ts";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { Toaster, toast } from "../ui/toast/toaster.tsx";
import { AlertForm } from "./alert-form.tsx";
import { alertDraft, alerts, changeDraft, closeAlertEditor, openAlertEditor } from "./alerts.ts";

setDefaultTimeout(600_000);

const context = apiServer();
let fake: FakeAlerts;
const steps = (dollars: number) => stepsOf("BTCUSDm", dollars, "nearest");

beforeEach(() => {
  fake = new FakeAlerts(context.server);
  arrive(trader(), null);
  bringPrices({ BTCUSDm: 67_842.1 });
});
afterEach(() => {
  act(() => {
    toast.removeAll();
    closeAlertEditor();
  });
});

/** Shows the editor for a new alert at a level in dollars, or for one that is there. */
async function open({ price, alert }: { price?: number; alert?: PriceAlert } = {}): Promise<void> {
  render(
    <>
      <AlertForm timeZone="Asia/Phnom_Penh" />
      <Toaster />
    </>,
  );
  act(() => openAlertEditor({ symbol: "BTCUSDm", ...(price && { price: steps(price) }), ...(alert && { alert }) }));
  await waitFor(() => expect(alerts.value).not.toBeNull());
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const submit = () => fireEvent.submit(field("Note, you read it when it fires").closest("form") ?? document);
const terms = () => alertDraft.value?.terms;
const level = () => terms()?.condition;

test("the direction follows from the price's side, and turns when the level or the price passes", async () => {
  await open({ price: 68_200 });
  expect(level()).toMatchObject({ direction: "rises" });
  type("Level", "67,000.00");
  await waitFor(() => expect(field("When the price").value).toBe("falls"));
  act(() => {
    const now = terms();
    if (now) changeDraft({ ...now, condition: { type: "level", direction: "falls", price: steps(68_500) } });
  });
  await waitFor(() => expect(field("When the price").value).toBe("rises"));
  expect(field("Level").value).toBe("68,500.00");
  bringPrices({ BTCUSDm: 68_600 });
  await waitFor(() => expect(field("When the price").value).toBe("falls"));
});

test.each([
  ["68,200.00", 68_200],
  ["៦៨,២០០.៥០", 68_200.5],
  ["68 200", 68_200],
  ["$68,200", 68_200],
])("the level %s is read as it is meant", async (typed, dollars) => {
  await open({ price: 69_000 });
  type("Level", typed);
  expect(level()).toMatchObject({ price: steps(dollars) });
  expect(field("Level").value).toBe(typed);
  submit();
  await waitFor(() => expect(fake.alerts[0]?.condition).toMatchObject({ price: steps(dollars) }));
  await screen.findByText("Alert set at", { exact: false });
  expect(alertDraft.value).toBeNull();
});

test("a level that is no number is refused in words and sends nothing, and a number after it is sent", async () => {
  await open({ price: 69_000 });
  type("Level", "1.500,00");
  await screen.findByText("The comma stands behind the point. Write it like 1,500.00");
  submit();
  type("Level", "68,300");
  submit();
  await waitFor(() => expect(fake.alerts.length).toBe(1));
  expect(fake.writes.map(({ body }) => body)).toMatchObject([{ condition: { price: steps(68_300) } }]);
});

test("a text that is no level leaves the button without one, and is refused for what is wrong with it", async () => {
  await open({ price: 69_000 });
  screen.getByRole("button", { name: /^Set alert at 69,000.00/ });
  screen.getByText(/away$/);
  type("Level", "");
  await screen.findByRole("button", { name: /^Set alert(?! at)/ });
  expect(screen.queryByText(/away$/)).toBeNull();
  submit();
  await screen.findByText("Enter a level.");
  type("Level", "69,000.00");
  await waitFor(() => expect(screen.queryByText("Enter a level.")).toBeNull());
  screen.getByRole("button", { name: /^Set alert at 69,000.00/ });
  type("Level", "67,842.105");
  submit();
  await screen.findByText("At most 9,999,999, with up to 2 decimals");
  expect(screen.queryByText("Enter a level.")).toBeNull();
  expect(fake.writes).toEqual([]);
});

test("a level at the price now is refused in words, and is set once the price has left it", async () => {
  await open({ price: 67_842.1 });
  submit();
  await screen.findByText("The price is at 67,842.10 now. Choose a level above or below it.");
  expect(fake.writes).toEqual([]);
  bringPrices({ BTCUSDm: 67_840 });
  submit();
  await waitFor(() => expect(fake.alerts[0]?.condition).toMatchObject({ direction: "rises" }));
});

test("a direction that the price has passed already is refused in words", async () => {
  await open({ price: 68_200 });
  type("When the price", "falls");
  submit();
  await screen.findByText(/^The price is at 67,842.10 already/);
  type("When the price", "rises");
  submit();
  await waitFor(() => expect(fake.alerts.length).toBe(1));
});

test("telling again shows the price of the retreat, which moves with the level and is remembered", async () => {
  await open({ price: 68_200 });
  fireEvent.click(screen.getByRole("radio", { name: "Tell me again" }));
  await screen.findByText("to 67,995.40");
  expect(field("After falling back").value).toBe("0.3");
  type("After falling back", "0.5");
  await screen.findByText("to 67,859.00");
  type("After falling back", "0.001");
  await screen.findByText("From 0.01% to 100%.");
  expect(screen.queryByText("to 67,859.00")).toBeNull();
  type("After falling back", "0.5");
  await screen.findByText("to 67,859.00");
  type("Level", "69,000");
  await screen.findByText("to 68,655.00");
  submit();
  await waitFor(() => expect(fake.alerts[0]?.repeat).toEqual({ type: "again", retreat: steps(345) }));
  act(() => openAlertEditor({ symbol: "BTCUSDm", price: steps(70_000) }));
  await screen.findByText("to 69,650.00");
});

test("a move in a time is set with its percentage and window, and the level is there again after it", async () => {
  await open({ price: 68_200 });
  fireEvent.click(screen.getByRole("radio", { name: "Move in a time" }));
  fireEvent.change(await screen.findByLabelText("by"), { target: { value: "១.២៥" } });
  await screen.findByRole("button", { name: /^Set alert for 1.25% in 1 h/ });
  type("within", String(15 * 60_000));
  await screen.findByRole("button", { name: /^Set alert for 1.25% in 15 min/ });
  fireEvent.click(screen.getByRole("radio", { name: "Level" }));
  await waitFor(() => expect(field("Level").value).toBe("68,200.00"));
  fireEvent.click(screen.getByRole("radio", { name: "Move in a time" }));
  await screen.findByRole("button", { name: /^Set alert for 1.25% in 15 min/ });
  submit();
  await waitFor(() =>
    expect(fake.alerts[0]?.condition).toEqual({
      type: "move",
      direction: "either",
      basisPoints: 125,
      windowMs: 900_000,
    }),
  );
});

test("a note is counted by its characters, and refused when it is too long", async () => {
  await open({ price: 68_200 });
  type("Note, you read it when it fires", "😀".repeat(140));
  await screen.findByText("140 of 140");
  expect(screen.queryByText("At most 140 characters.")).toBeNull();
  type("Note, you read it when it fires", "😀".repeat(141));
  await screen.findByText("At most 140 characters.");
  submit();
  type("Note, you read it when it fires", "Range top");
  submit();
  await waitFor(() => expect(fake.alerts.map(({ note }) => note)).toEqual(["Range top"]));
});

test("how often it would have told is said once the candles are known, and as an estimate only where it is one", async () => {
  const now = Date.now();
  const candle = (at: number, low: number, high: number) => [now - (100 - at) * 900_000, low, high, low, low, 1];
  let answer = () => ok({ candles: [candle(1, 68_000, 68_300)], isWhole: false });
  context.server.on("GET /api/market/candles", () => answer());
  await open({ price: 68_200 });
  await waitFor(() => expect(context.server.callsOf("GET /api/market/candles").length).toBeGreaterThan(0));
  expect(screen.queryByText(/In the last 7 days/)).toBeNull();
  answer = () =>
    ok({ candles: [candle(1, 68_000, 68_100), candle(2, 68_100, 68_300), candle(3, 68_000, 68_400)], isWhole: true });
  act(() => closeAlertEditor());
  await waitFor(() => expect(screen.queryByLabelText("Level")).toBeNull());
  act(() => openAlertEditor({ symbol: "BTCUSDm", price: steps(68_200) }));
  await screen.findByText("In the last 7 days it would have told you once.");
  fireEvent.click(screen.getByRole("radio", { name: "Tell me again" }));
  await screen.findByText(/^In the last 7 days it would have told you (about )?\w+/);
});

test("after a refusal the same alert is sent again with another key, and after a lost answer with the same", async () => {
  await open({ price: 68_200 });
  fake.next = () => refuse("too_many_alerts", "You have 500 alerts");
  submit();
  await screen.findByText("You have 500 alerts");
  fake.next = () => new Response("", { status: 502 });
  submit();
  await screen.findByText("This could not be sent. Check your connection and try again.");
  submit();
  await waitFor(() => expect(fake.alerts.length).toBe(1));
  const [refused, lost, again] = fake.writes.map(({ headers }) => headers.get("Idempotency-Key"));
  expect(refused).not.toBe(lost);
  expect(lost).toBe(again);
});

test("an alert that was changed elsewhere is shown as it is now, and saving replaces it", async () => {
  const alert = fake.add();
  await open({ alert });
  await screen.findByRole("button", { name: /^Save alert at 68,200.00/ });
  type("Level", "68,500");
  fake.changeElsewhere(alert.id, { condition: { type: "level", direction: "rises", price: steps(69_000) } });
  submit();
  await screen.findByText(/Now: Rises to 69,000.00/);
  expect(field("Level").value).toBe("68,500");
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Save alert at 68,500.00/ })).not.toBeNull());
  submit();
  await waitFor(() => expect(fake.alerts[0]).toMatchObject({ version: 3, condition: { price: steps(68_500) } }));
});

test("an alert that was removed elsewhere can be set as a new one", async () => {
  const alert = fake.add();
  await open({ alert });
  fake.removeElsewhere(alert.id);
  submit();
  await screen.findByText(/^This alert was removed meanwhile/);
  submit();
  await waitFor(() => expect(fake.alerts.map(({ id }) => id)).toEqual([2]));
});

test("Esc closes the editor", async () => {
  await open({ price: 68_200 });
  fireEvent.keyDown(document.body, { key: "Escape" });
  await waitFor(() => expect(screen.queryByLabelText("Level")).toBeNull());
  expect(alertDraft.value).toBeNull();
});
