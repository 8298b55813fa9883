import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { DeliveryState } from "../../worker/contract/channels.ts";
import { stepsOf } from "../../worker/contract/price-steps.ts";
import { ListWidth } from "../positions/list-columns.tsx";
import { invalidate } from "../state/query.ts";
import { arrive } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { FIRST_CHANNEL_SETTINGS, ONLY_MAIL } from "../test/channel-settings.ts";
import { FakeAlerts, LEVEL_TERMS } from "../test/fake-alerts.ts";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { Toaster, toast } from "../ui/toast/toaster.tsx";
import { alertDraft, alerts, amendAlert, closeAlertEditor, openedReceipt, removeAlert, setAlertAt } from "./alerts.ts";
import { AlertsTable } from "./alerts-table.tsx";

setDefaultTimeout(600_000);

const context = apiServer();
let fake: FakeAlerts;
const steps = (dollars: number) => stepsOf("BTCUSDm", dollars, "nearest");
const level = (price: number) => ({ type: "level", direction: "rises", price: steps(price) }) as const;

const browser = {
  id: 5,
  name: "Chrome",
  since: "2026-11-03T05:00:00.000Z",
  isThis: true,
  endedAt: null,
  endedStatus: null,
};

/** The trader's channels: pushes of one browser, and mails. */
function channelsAre(last: DeliveryState | null): void {
  const settings = { email: true, money: true, alert: true, order: false, marketing: false };
  context.server
    .on("GET /api/notifications/channels", () =>
      ok({ ...ONLY_MAIL, push: { publicKey: "key", browsers: [{ ...browser, last }] } }),
    )
    .on("GET /api/notifications/settings", () =>
      ok({ settings: { ...settings, quietHours: null, channels: FIRST_CHANNEL_SETTINGS } }),
    );
}

beforeEach(() => {
  fake = new FakeAlerts(context.server);
  channelsAre(null);
  arrive(trader(), null);
  bringPrices({ BTCUSDm: 67_842.1 });
});
afterEach(() => {
  act(() => {
    toast.removeAll();
    closeAlertEditor();
  });
});

function show(widthPx = 1_000): void {
  render(
    <ListWidth value={widthPx}>
      <AlertsTable timeZone="UTC" />
      <Toaster />
    </ListWidth>,
  );
}

const rows = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.children].slice(0, -1).map((cell) => cell.textContent));
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

test("the list has what each alert waits for, how far away it is and what comes then, ended ones last", async () => {
  const noon = Date.UTC(2030, 10, 30, 12);
  fake.add({ note: "Range top" });
  const fired = fake.add({ condition: level(67_800) });
  fake.fire(fired.id, 67_801);
  fake.add({
    condition: { type: "move", direction: "either", basisPoints: 80, windowMs: 3_600_000 },
    repeat: { type: "again", retreat: 0 },
    expiresAt: noon,
  });
  fake.add({ condition: level(69_000), repeat: { type: "again", retreat: steps(345) } }, { state: "paused" });
  show();
  await screen.findAllByText("Push, E-mail");
  expect(rows().map((row) => row.join("|"))).toEqual([
    "BTCUSDm|Rises to|69,000.00|+1.7%|Paused|Push, E-mail|—",
    "BTCUSDm|Moves 0.8% within 1 h|—|—|Again after 1 h, until Nov 30|Push, E-mail|—",
    "BTCUSDm|Rises to|68,200.00|+0.5%|Once, no end|Push, E-mail|Range top",
    expect.stringMatching(/^BTCUSDm\|Fired \d\d:\d\d:\d\d, rose to\|67,800.00\|—\|Once, done\|—\|—$/),
  ]);
});

test.each([1_000, 500])(
  "a channel that does not reach the trader is said in each row that waits, %s px wide",
  async (widthPx) => {
    channelsAre({ state: "failed", at: "2026-12-09T17:00:00.000Z", status: 410 });
    fake.add({ note: "Range top" });
    fake.fire(fake.add({ condition: level(67_800) }).id, 67_801);
    show(widthPx);
    const words = "Push did not reach you the last time: the browser has ended it (410)";
    expect(await screen.findAllByText(words)).toHaveLength(1);
  },
);

test("an alert is paused, goes on, is edited and removed from its row, and comes back by Undo", async () => {
  const { id } = fake.add();
  show();
  const name = "BTCUSDm, Rises to 68,200.00";
  await screen.findByRole("button", { name: `Pause: ${name}` });
  press(`Pause: ${name}`);
  await screen.findByText("Paused");
  await waitFor(() => expect(fake.alerts[0]?.state).toBe("paused"));
  press(`Go on: ${name}`);
  await waitFor(() => expect(fake.alerts[0]).toMatchObject({ state: "armed", version: 3 }));
  press(`Change: ${name}`);
  expect(alertDraft.value?.alert?.id).toBe(id);
  press(`Remove: ${name}`);
  await waitFor(() => expect(fake.alerts).toEqual([]));
  await screen.findByText("No alerts");
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(fake.alerts).toMatchObject([{ id: id + 1, condition: LEVEL_TERMS.condition }]));
});

test("one that has fired offers its quote and is armed again", async () => {
  const alert = fake.add();
  const firing = fake.fire(alert.id, 68_201);
  show();
  fireEvent.click(await screen.findByRole("button", { name: /^The quote that fired/ }));
  expect(openedReceipt.value).toBe(firing.id);
  press(/^Arm again/);
  await waitFor(() => expect(fake.alerts[0]?.state).toBe("armed"));
  await screen.findByText("Once, no end");
});

test("where there is little room a row has two lines, and its name opens the editor", async () => {
  const alert = fake.add();
  show(360);
  fireEvent.click(await screen.findByRole("button", { name: /Change this alert$/ }));
  expect(alertDraft.value?.alert?.id).toBe(alert.id);
  expect(rows()).toEqual([[expect.stringContaining("Once, no end"), expect.stringContaining("+0.5%")]]);
});

test("an empty list says how to set one, and a failed load says so and is tried again", async () => {
  const answers = context.server.answerOf("GET /api/alerts");
  context.server.on("GET /api/alerts", () => refuse("forbidden", "No"));
  show();
  await screen.findByText("Your alerts could not be loaded");
  context.server.on("GET /api/alerts", answers);
  press("Try again");
  await screen.findByText("Point at a price and press the plus.");
});

test("a drag shows at once; a refusal puts the level back and says why", async () => {
  const alert = fake.add();
  show();
  await screen.findByText("68,200.00");
  fake.next = () => refuse("too_many_requests", "Too fast", { retryAfterS: 1 });
  await act(async () => {
    const sent = amendAlert(alert, { ...alert, condition: level(68_400) });
    expect(alerts.value?.[0]?.condition).toMatchObject({ price: steps(68_400) });
    await sent;
  });
  await screen.findByText("68,200.00");
  screen.getByText(/^Too many/);
});

test("drags that follow each other are sent one after the other, each from the version before", async () => {
  const alert = fake.add();
  show();
  await screen.findByText("68,200.00");
  await act(() =>
    Promise.all([
      amendAlert(alert, { ...alert, condition: level(68_300) }),
      amendAlert(alert, { ...alert, condition: level(68_400) }),
    ]),
  );
  expect(fake.writes.map(({ body }) => body)).toMatchObject([{ version: 1 }, { version: 2 }]);
  expect(fake.alerts[0]).toMatchObject({ version: 3, condition: { price: steps(68_400) } });
});

test("a change of an alert that was changed elsewhere is refused, and the list shows that one", async () => {
  const alert = fake.add();
  show();
  await screen.findByText("68,200.00");
  fake.changeElsewhere(alert.id, { condition: level(69_000) });
  await act(() => amendAlert(alert, { ...alert, condition: level(68_400) }));
  await screen.findByText("69,000.00");
});

test("an alert that is set at once takes its side from the price, is refused at it, and is undone", async () => {
  show();
  await screen.findByText("No alerts");
  await act(() => setAlertAt("BTCUSDm", steps(67_842.1)));
  await screen.findByText(/^The price is here now/);
  await act(() => setAlertAt("BTCUSDm", steps(67_000)));
  expect(fake.alerts).toMatchObject([{ condition: { direction: "falls", price: steps(67_000) } }]);
  await screen.findByText("Alert set at 67,000.00");
  press("Undo");
  await waitFor(() => expect(fake.alerts).toEqual([]));
  await act(() => invalidate("alerts"));
  await screen.findByText("No alerts");
});

test("an alert that is removed twice at once is removed once, and nothing is said to be wrong", async () => {
  const alert = fake.add();
  show();
  await screen.findByText("68,200.00");
  await act(() => Promise.all([removeAlert(alert), removeAlert(alert)]));
  expect(fake.writes.map(({ method }) => method)).toEqual(["DELETE"]);
  await screen.findByText(/^Alert removed/);
  expect(screen.queryByText(/meanwhile/)).toBeNull();
});

test("a paused alert that is dragged shows as paused until the answer", async () => {
  const alert = fake.add({}, { state: "paused" });
  show();
  await screen.findByText("Paused");
  await act(async () => {
    const sent = amendAlert(alert, { ...alert, condition: level(68_400) });
    expect(alerts.value?.[0]?.state).toBe("paused");
    await sent;
  });
  await screen.findByText("68,400.00");
});
