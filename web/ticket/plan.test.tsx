import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { DemoPlan } from "../../worker/contract/demo/demo-types.ts";
import type { TerminalChange } from "../../worker/contract/terminal/terminal-schema.ts";
import type { JournalChange, LabelChange } from "../../worker/contract/trade-journal/journal-schema.ts";
import { forgetDemo } from "../demo/demo-account.ts";
import { OwnReceiptDialog } from "../demo/receipt-dialog.tsx";
import { seededRandom } from "../insights/findings/random.ts";
import type { StudiedTrade } from "../insights/findings/studied-trade.ts";
import { arrive } from "../state/session.ts";
import { localStore } from "../state/storage/browser-storage.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { render } from "../test/render.tsx";
import { simulatedTrades } from "../test/simulated-traders.ts";
import { studiedColumns } from "../test/studied-columns.ts";
import { trader } from "../test/trader.ts";
import { Toaster, toast } from "../ui/toast/toaster.tsx";
import { emptyTicket, enterSymbol } from "./draft.ts";
import { OrderForm } from "./form.tsx";
import { openPlan } from "./plan-open.ts";

setDefaultTimeout(600_000);

const context = apiServer();
const LABELS = "GET /api/journal/labels";
const CHANGES = "POST /api/journal/changes";
const PLACE = "POST /api/demo/commands";
let labels: LabelChange[] = [];
/** Each person's labels are read anew. */
let people = 0;

beforeEach(() => {
  emptyTicket();
  enterSymbol("BTCUSD");
  openPlan(false);
  labels = [];
  people += 1;
  context.server
    .on(LABELS, () => ok({ labels: labels.map((label, i) => ({ ...label, number: i + 1 })) }))
    .on(CHANGES, ({ body }) => {
      // As the page has sent them.
      const { changes } = body as { changes: JournalChange[] };
      for (const change of changes) if (change.kind === "label") keep(change);
      return ok({ records: changes.map((change, i) => ({ ...change, number: i + 1 })) });
    });
});
afterEach(() => {
  act(() => toast.removeAll());
  forgetDemo();
});

function keep(label: LabelChange): void {
  labels = [...labels.filter(({ id }) => id !== label.id), label];
}

function setup(name: string, isArchived = false): LabelChange {
  return { kind: "label", id: crypto.randomUUID(), version: 1, body: { type: "setup", name, isArchived } };
}

let view: ReturnType<typeof render>;

/** The ticket with an amount, at 67,000.00. */
async function openTicket(names: readonly string[] = []): Promise<FakeDemoAccount> {
  labels = names.map((name) => setup(name));
  const account = new FakeDemoAccount(context.server);
  arrive(trader({ _id: `planner-${people}` }), null);
  show();
  account.quote({ BTCUSDm: 67_000 });
  await waitFor(() => expect(screen.queryByText("Loading your demo account")).toBeNull());
  fireEvent.change(screen.getByLabelText("Amount"), { target: { value: "0.01" } });
  return account;
}

function show(): void {
  view = render(
    <>
      <OrderForm symbol="BTCUSD" />
      <Toaster />
    </>,
  );
}

const row = () => screen.getByRole("button", { name: /^Plan/ });
const reason = () => screen.getByLabelText<HTMLTextAreaElement>("Reason");
const chip = (name: string) => screen.getByRole("button", { name });
const isChosen = (name: string) => chip(name).getAttribute("aria-pressed") === "true";
const write = async (text: string) => {
  fireEvent.change(reason(), { target: { value: text } });
  await Bun.sleep(0);
};
const press = async (element: Element) => {
  fireEvent.click(element);
  await Bun.sleep(0);
};
const place = async () => press(screen.getByRole("button", { name: /^Buy 0.01 BTCUSD/ }));

async function open(): Promise<void> {
  await press(row());
  await screen.findByLabelText("Reason");
}

/** The plans of the orders that were sent, oldest first. */
function sentPlans(account: FakeDemoAccount): (DemoPlan | undefined)[] {
  return account.commands.map(({ body }) => (body as { command: { order: { plan?: DemoPlan } } }).command.order.plan);
}

test("an order without a plan is sent as before, with the row closed and with it open", async () => {
  const account = await openTicket();
  expect(row().textContent).toContain("optional");
  await place();
  await screen.findByText(/^Order placed successfully!/);
  await waitFor(() => expect(screen.queryByText("Placed")).toBeNull());
  await open();
  await place();
  await waitFor(() => expect(account.commands).toHaveLength(2));
  expect(account.commands.some(({ body }) => JSON.stringify(body).includes("plan"))).toBe(false);
});

test("whether it is open is kept in the browser, and the key P opens it at the reason", async () => {
  await openTicket();
  fireEvent.keyDown(document.body, { key: "p", code: "KeyP" });
  await waitFor(() => expect(document.activeElement).toBe(reason()));
  // In a field it is a letter.
  fireEvent.keyDown(reason(), { key: "p", code: "KeyP" });
  expect(row().getAttribute("aria-expanded")).toBe("true");
  expect(localStore.get("ticket plan")).toBe("open");
  fireEvent.keyDown(document.body, { key: "p", code: "KeyP" });
  await waitFor(() => expect(row().getAttribute("aria-expanded")).toBe("false"));
  expect(localStore.get("ticket plan")).toBeNull();
});

describe("the reason", () => {
  test("is mistyped, retyped and sent as one line; Enter sends nothing, and Esc leaves it", async () => {
    const account = await openTicket();
    await open();
    expect(reason().maxLength).toBeLessThan(0);
    await write("67,80 brok");
    await write("");
    await write("67,800 broke ");
    expect(reason().value).toBe("67,800 broke ");
    expect(fireEvent.keyDown(reason(), { key: "Enter" })).toBe(false);
    expect(account.commands).toEqual([]);
    reason().focus();
    fireEvent.keyDown(reason(), { key: "Escape" });
    expect(document.activeElement).not.toBe(reason());
    await place();
    await waitFor(() => expect(sentPlans(account)[0]?.reason).toBe("67,800 broke"));
  });

  test.each([
    ["line breaks", "one\r\ntwo\n\nthree\u2028four", "one two three four"],
    ["141 characters", "x".repeat(141), "x".repeat(140)],
    ["141 emoji, each of which is one character", "🙂".repeat(141), "🙂".repeat(140)],
    ["characters that cannot be seen", "a\u202Eb\u0000c", "ab c"],
    ["nothing but blanks", " \n ", undefined],
  ])("that was pasted with %s is sent right", async (_, pasted, sent) => {
    const account = await openTicket();
    await open();
    await write(pasted);
    expect(reason().value).not.toMatch(/[\r\n]/);
    await place();
    await screen.findByText(/^Order placed successfully!/);
    expect(sentPlans(account)[0]?.reason).toBe(sent as string);
  });

  test("says how much room there is where it becomes little", async () => {
    await openTicket();
    await open();
    await write("x".repeat(119));
    expect(screen.queryByText(/ of 140$/)).toBeNull();
    await write("x".repeat(200));
    screen.getByText("140 of 140");
  });
});

describe("the setups", () => {
  test("are three and a press for all; one is chosen, and left by another press", async () => {
    const account = await openTicket(["Breakout", "Fade", "Gap", "Opening range"]);
    await open();
    await screen.findByRole("button", { name: "Breakout" });
    expect(screen.queryByRole("button", { name: "Opening range" })).toBeNull();
    await press(chip("All 4"));
    await press(chip("Opening range"));
    expect(isChosen("Opening range")).toBe(true);
    await press(chip("Opening range"));
    expect(isChosen("Opening range")).toBe(false);
    await press(chip("Opening range"));
    // The chosen one stays where fewer are shown.
    await press(chip("Fewer"));
    expect(isChosen("Opening range")).toBe(true);
    expect(row().textContent).toContain("locks with the fill");
    await press(row());
    expect(row().textContent).toContain("Opening range");
    await place();
    await waitFor(() => expect(sentPlans(account)[0]).toMatchObject({ setupName: "Opening range", reason: "" }));
    // What is chosen most comes first the next time.
    view.unmount();
    show();
    await open();
    await screen.findByRole("button", { name: "Opening range" });
    expect(within(screen.getByRole("group", { name: "Setup" })).getAllByRole("button")[0]?.textContent).toBe(
      "Opening range",
    );
  });

  test("a new one is made in place, chosen, kept by the account, and taken back by Undo", async () => {
    await openTicket();
    await open();
    await press(chip("Setup"));
    const name = screen.getByLabelText("Name of the new setup");
    fireEvent.change(name, { target: { value: "Brakout" } });
    fireEvent.keyDown(name, { key: "Escape" });
    expect(screen.queryByLabelText("Name of the new setup")).toBeNull();
    await press(chip("Setup"));
    fireEvent.change(screen.getByLabelText("Name of the new setup"), { target: { value: "  Breakout  retest " } });
    fireEvent.keyDown(screen.getByLabelText("Name of the new setup"), { key: "Enter" });
    await waitFor(() => expect(isChosen("Breakout retest")).toBe(true));
    await waitFor(() => expect(labels.map(({ body }) => body.name)).toEqual(["Breakout retest"]));
    await press(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Breakout retest" })).toBeNull());
    await waitFor(() => expect(labels[0]?.body.isArchived).toBe(true));
  });

  test("one that the account refuses is taken back, with why, and the order goes without it", async () => {
    const account = await openTicket();
    await open();
    context.server.on(CHANGES, () => refuse("too_many_open", "You have 100 labels. Remove one first."));
    await press(chip("Setup"));
    fireEvent.change(screen.getByLabelText("Name of the new setup"), { target: { value: "One too many" } });
    await press(chip("Add"));
    await screen.findByText("You have 100 labels. Remove one first.");
    await waitFor(() => expect(screen.queryByRole("button", { name: "One too many" })).toBeNull());
    await write("Still planned");
    await place();
    await waitFor(() =>
      expect(sentPlans(account)[0]).toEqual({ setupId: null, setupName: null, reason: "Still planned" }),
    );
  });

  test("that cannot be loaded are loaded again, and the reason waits for nothing", async () => {
    const account = await openTicket(["Breakout"]);
    const answer = context.server.answerOf(LABELS);
    context.server.on(LABELS, () => refuse("service_down", "The service is down."));
    await open();
    await screen.findByText("Your setups could not be loaded.");
    await write("Without a setup");
    await place();
    await waitFor(() => expect(sentPlans(account)[0]?.reason).toBe("Without a setup"));
    context.server.on(LABELS, answer);
    await press(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("button", { name: "Breakout" });
  });
});

test("a fill shows what it has locked; the next order has no plan, and the receipt has it", async () => {
  const account = await openTicket(["Breakout"]);
  await open();
  await press(await screen.findByRole("button", { name: "Breakout" }));
  await write("67,800 broke and holds");
  for (const [label, value] of [
    ["Stop loss at", "66000"],
    ["Take profit at", "69000"],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await Bun.sleep(0);
  }
  await place();
  const card = await screen.findByRole("region", { name: "The plan of the last order" });
  for (const words of [
    "Bought 0.01 at 67,000.00",
    "Plan locked",
    "seal ",
    "Stop, 1R",
    "66,000.00 −$10.00",
    "Target, 2.0R",
  ]) {
    expect(card.textContent).toContain(words);
  }
  expect([reason().value, isChosen("Breakout")]).toEqual(["", false]);
  await press(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("region", { name: "The plan of the last order" })).toBeNull();
  await waitFor(() => expect(screen.queryByText("Placed")).toBeNull());
  await place();
  await waitFor(() => expect(account.commands).toHaveLength(2));
  expect(sentPlans(account)[1]).toBeUndefined();

  const receipt = (fillId: number) =>
    render(<OwnReceiptDialog fillId={fillId} linkedTrader={null} timeZone="Asia/Phnom_Penh" onClose={() => {}} />);
  const [first, second] = [receipt(1), receipt(2)];
  await first.findByText("“67,800 broke and holds”");
  await second.findByText("No plan");
});

test("when the answer is lost, pressed again it is the same request with its plan, also after a reload", async () => {
  const account = await openTicket();
  await open();
  await write("The range holds");
  const answer = context.server.answerOf(PLACE);
  context.server.on(PLACE, async (call) => {
    await answer(call);
    return new Response("gone", { status: 502 });
  });
  await place();
  await screen.findByText(/^Error placing order: there was no answer/);
  expect(reason().value).toBe("The range holds");
  context.server.on(PLACE, answer);
  view.unmount();
  show();
  await place();
  await waitFor(() => expect(account.commands).toHaveLength(2));
  const [first, second] = account.commands;
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers.get("Idempotency-Key")).toBe(first?.headers.get("Idempotency-Key") ?? "");
  expect(account.state.run?.positions).toHaveLength(1);
});

describe("a reminder that was asked for", () => {
  const asked = (change: object) =>
    ({
      ...{ kind: "reminder", version: 1 },
      body: { question: "buys", about: null, account: "run:1", trades: 41, milliR: -312, ...change },
    }) as TerminalChange;
  const line = () => screen.queryByText(/You asked to be told/);

  test("says so while the order is one of those, with the way to them, and blocks nothing", async () => {
    const account = await openTicket();
    expect(line()).toBeNull();
    act(() => account.terminal.changeElsewhere(asked({})));
    await screen.findByText("41 such trades came out 0.31R worse than your others. You asked to be told.");
    expect(screen.getByRole("link", { name: "See them" }).getAttribute("href")).toBe(
      "/performance/insights?account=run:1",
    );
    await press(screen.getByLabelText(/^Sell/, { selector: "input" }));
    await waitFor(() => expect(line()).toBeNull());
    await press(screen.getByLabelText(/^Buy/, { selector: "input" }));
    await waitFor(() => expect(line()).not.toBeNull());
    await place();
    await waitFor(() => expect(account.commands.length).toBe(1));
    act(() => account.terminal.changeElsewhere({ kind: "reminder", version: 2, body: null }));
    await waitFor(() => expect(line()).toBeNull());
  });

  test("is told by the trades that were closed before, which are read again when another one is", async () => {
    const account = await openTicket();
    let trades: StudiedTrade[] = [];
    context.server.on("GET /api/trade/studied", ({ query }) => {
      expect(query.get("account")).toBe("run:1");
      return ok({ data: studiedColumns(trades) });
    });
    act(() => account.terminal.changeElsewhere(asked({ question: "after_loss" })));
    await waitFor(() => expect(context.server.callsOf("GET /api/trade/studied").length).toBe(1));
    await context.callsArrive();
    expect(line()).toBeNull();
    trades = simulatedTrades(1, seededRandom(1), { outcome: () => -1 });
    const order = { symbol: "BTCUSD", side: "buy", type: "market", units: 1_000_000, price: null, limitPrice: null };
    act(() => {
      const exits = { stop: null, target: null, trail: null, expiresAt: null };
      account.commandElsewhere({ command: { type: "place", run: 1, order: { ...order, ...exits } } });
      account.commandElsewhere({ command: { type: "close_all", run: 1 } });
    });
    await waitFor(() => expect(line()).not.toBeNull());
  });
});
