import { expect, setDefaultTimeout, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { DemoRunRecord } from "../../worker/contract/demo/demo-messages.ts";
import { demoLink, demoRun, useDemoAccount } from "../demo/demo-account.ts";
import { arrive } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { NO_SUMS, SUMS, WAYS } from "../test/number-forms.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { useEventToasts } from "../trading/use-event-toasts.ts";
import { formatMoney } from "../ui/format.ts";
import { Toaster } from "../ui/toast/toaster.tsx";
import { DemoFigures } from "./account-figures.tsx";

setDefaultTimeout(600_000);

const context = apiServer();
const AT = Date.UTC(2026, 9, 5, 8);

const FIRST: DemoRunRecord = {
  run: 1,
  startCents: 1_000_000,
  costs: "none",
  leverage: null,
  costsVersion: null,
  startedAt: AT,
  archivedAt: AT + 86_400_000,
  figures: {
    startCents: 1_000_000,
    balanceCents: 1_034_000,
    profitCents: 34_000,
    commissionCents: 0,
    overnightCents: 0,
    protectionCents: 0,
    opened: 3,
    closed: 4,
    voided: 0,
  },
};
const SECOND: DemoRunRecord = {
  ...FIRST,
  run: 2,
  startedAt: AT + 86_400_000,
  archivedAt: null,
  figures: null,
  leverage: 30,
};

function Screen() {
  useDemoAccount();
  useEventToasts();
  return (
    <>
      <DemoFigures timeZone="Asia/Phnom_Penh" />
      <Toaster />
    </>
  );
}

async function show(): Promise<FakeDemoAccount> {
  const account = new FakeDemoAccount(context.server);
  arrive(trader(), null);
  render(<Screen />);
  await waitFor(() => expect(demoLink.value).toBe("live"));
  account.quote({ BTCUSDm: 67_000 });
  return account;
}

const PLACE = { type: "place", run: 1, symbol: "BTCUSD", side: "buy", orderType: "market", amount: 0.1 } as const;
const dialog = () => within(screen.getByRole("dialog"));
const figure = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
const texts = (row: Element | undefined) => [...(row?.children ?? [])].map((cell) => cell.textContent);
const rowsOf = (caption: string) => [
  ...(screen.getByText(caption, { selector: "caption" }).closest("table")?.querySelectorAll("tbody tr") ?? []),
];
const openRuns = () => fireEvent.click(screen.getByRole("button", { name: /^DEMO Run \d/ }));

async function openNewRun(): Promise<void> {
  openRuns();
  await screen.findByText("Current run");
  fireEvent.click(dialog().getByRole("button", { name: "New run" }));
  await screen.findByLabelText("Start balance");
}

test("a reset says nothing of orders where there are none", async () => {
  const account = await show();
  account.commandElsewhere(PLACE);
  await waitFor(() => expect(demoRun.value?.positions).toHaveLength(1));
  await openNewRun();
  expect(dialog().getByText("1 open position will close at the market.")).toBeDefined();
});

test("a reset says what it archives, closes and cancels, and begins a run with its own settings", async () => {
  const account = await show();
  account.commandElsewhere(PLACE);
  account.commandElsewhere({ ...PLACE, orderType: "limit", amount: 0.01, price: 60_000 });
  await waitFor(() => expect(demoRun.value?.orders).toHaveLength(1));
  context.server.on("GET /api/demo/runs", () => ok({ runs: [{ ...SECOND, run: 1 }], nextCursor: null }));
  await openNewRun();
  const said = dialog();
  expect(said.getByText("Reset the demo account?")).toBeDefined();
  expect(said.getByText(/^The demo balance goes back to \$10,000.00. Run 1 is archived/)).toBeDefined();
  expect(said.getByText("1 open position will close at the market, and 1 order will be cancelled.")).toBeDefined();
  expect(said.getByText("Your cash is not affected.")).toBeDefined();

  fireEvent.change(said.getByLabelText("Start balance"), { target: { value: "50" } });
  fireEvent.click(said.getByRole("radio", { name: "Typical" }));
  fireEvent.change(said.getByLabelText("Leverage"), { target: { value: "30" } });
  fireEvent.click(said.getByRole("button", { name: "Reset" }));
  await waitFor(() => expect(said.getByLabelText("Start balance").getAttribute("aria-invalid")).toBe("true"));
  expect(said.getByLabelText<HTMLSelectElement>("Leverage").value).toBe("30");
  fireEvent.change(said.getByLabelText("Start balance"), { target: { value: "25,000" } });
  expect(said.getByText(/^The demo balance goes back to \$25,000.00/)).toBeDefined();
  fireEvent.click(said.getByRole("button", { name: "Reset to $25,000.00" }));
  await screen.findByText("The demo account was reset");
  expect(account.state.run).toMatchObject({ number: 2, startCents: 2_500_000, costs: "typical", leverage: 30 });
  expect(figure("Balance")).toBe("$25,000.00");
  await screen.findByRole("button", { name: /^DEMO Run 2/ });
  // This page has commanded it.
  expect(screen.queryByText(/was reset in another tab or device/)).toBeNull();
});

test.each(WAYS)("a start balance that is %s is what its text is, or is refused in words", async (_, enter) => {
  const account = await show();
  context.server.on("GET /api/demo/runs", () => ok({ runs: [{ ...SECOND, run: 1 }], nextCursor: null }));
  await openNewRun();
  const start = dialog().getByLabelText<HTMLInputElement>("Start balance");
  const button = () => dialog().getByText<HTMLButtonElement>(/^Reset(?: to .*)?$/, { selector: "button" });
  const alert = () => document.querySelector('[role="dialog"] [role="alert"]')?.textContent ?? null;
  for (const [text, words] of NO_SUMS) {
    await enter(start, text);
    await waitFor(() => expect([text, alert()]).toEqual([text, words]));
    expect([text, start.value, button().textContent, button().disabled]).toEqual([text, text, "Reset", true]);
    if (start.form) fireEvent.submit(start.form);
  }
  await context.callsArrive();
  expect(account.commands).toEqual([]);
  for (const [text, dollars] of SUMS) {
    await enter(start, text);
    expect([text, start.value, alert()]).toEqual([text, text, null]);
    expect(button().textContent).toBe(`Reset to ${formatMoney(dollars)}`);
  }
  await enter(start, "១០,០០០");
  fireEvent.click(button());
  await screen.findByText("The demo account was reset");
  expect(account.state.run).toMatchObject({ number: 2, startCents: 1_000_000 });
});

test("a reset on another device is told, and a form for the run before is refused without losing its input", async () => {
  const account = await show();
  context.server.on("GET /api/demo/runs", () => ok({ runs: [{ ...SECOND, run: 1 }], nextCursor: null }));
  await openNewRun();
  fireEvent.change(dialog().getByLabelText("Start balance"), { target: { value: "777" } });
  account.commandElsewhere({ type: "reset", run: 1, startBalance: 500, costs: "none", leverage: null });
  await screen.findByText(
    "The demo account was reset in another tab or device: this is run 2. Run 1 is archived with $10,000.00.",
  );
  expect(dialog().getByLabelText<HTMLInputElement>("Start balance").value).toBe("777");
  expect(dialog().getByText("Run 3")).toBeDefined();
});

test("the archive has the final figures of each run, and two runs can be compared", async () => {
  const account = await show();
  account.commandElsewhere({ type: "reset", run: 1, startBalance: 10_000, costs: "none", leverage: 30 });
  await waitFor(() => expect(demoRun.value?.number).toBe(2));
  context.server.on("GET /api/demo/runs", () => ok({ runs: [SECOND, FIRST], nextCursor: null }));
  openRuns();
  await waitFor(() =>
    expect(
      rowsOf("Your runs, newest first")
        .map(texts)
        .map((row) => row.slice(1)),
    ).toEqual([
      ["Run 2", "Oct 6, 2026", "Open", "None", "1:30", "0", "$10,000.00", "$0.00"],
      ["Run 1", "Oct 5, 2026", "Oct 6, 2026", "None", "None", "4", "$10,340.00", "+$340.00"],
    ]),
  );
  fireEvent.click(screen.getByLabelText("Compare run 1"));
  expect(screen.queryByText("Run 2 and run 1, side by side")).toBeNull();
  fireEvent.click(screen.getByLabelText("Compare run 2"));
  const compared = rowsOf("Run 2 and run 1, side by side").map(texts);
  expect(compared).toContainEqual(["Result", "$0.00", "+$340.00"]);
  expect(compared).toContainEqual(["Result in percent", "0.0%", "+3.4%"]);
  expect(compared).toContainEqual(["Leverage", "1:30", "None"]);
});

test("runs that cannot be loaded are said, and can be asked for again", async () => {
  await show();
  context.server.on("GET /api/demo/runs", () => refuse("service_down", "Please try again"));
  openRuns();
  await screen.findByText("Your runs could not be loaded");
  context.server.on("GET /api/demo/runs", () => ok({ runs: [SECOND, FIRST], nextCursor: null }));
  fireEvent.click(screen.getByText("Try again"));
  await waitFor(() => expect(rowsOf("Your runs, newest first")).toHaveLength(2));
});
