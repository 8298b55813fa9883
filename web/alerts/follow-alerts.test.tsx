import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { AlertFiring, AlertReceipt, PriceAlert } from "../../worker/contract/alerts/price-alerts.ts";
import { sealSegment } from "../../worker/contract/tape/seal-segment.ts";
import { proofsOf } from "../../worker/contract/tape/tape-proof.ts";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import { NO_PREVIOUS_SEAL } from "../../worker/contract/tape/tape-seal.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { invalidate } from "../state/query.ts";
import { arrive } from "../state/session.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { FakeAlerts } from "../test/fake-alerts.ts";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { alerts, closeReceipt, openReceipt } from "./alerts.ts";
import { FollowAlerts } from "./follow-alerts.tsx";

setDefaultTimeout(600_000);

const context = apiServer();
let fake: FakeAlerts;
let isQuiet = false;
const QUIET = { isNow: () => isQuiet, watch: () => () => {} };

beforeEach(() => {
  isQuiet = false;
  fake = new FakeAlerts(context.server);
  arrive(trader({ timeZone: "UTC" }), null);
  bringPrices({ BTCUSDm: 67_842.1 });
});
afterEach(() => act(() => closeReceipt()));

async function open(at = "/dashboard") {
  const view = render(<FollowAlerts quiet={QUIET} />, { at });
  await waitFor(() => expect(alerts.value).not.toBeNull());
  return view;
}

const readAgain = () => act(() => invalidate("alerts"));
const told = () => screen.queryByRole("alert")?.textContent;

test("an alert that fires while the page is open is told with its note until it is touched, and opens its quote", async () => {
  const { id } = fake.add({ note: "Range top. Wait for the retest." });
  await open();
  const firing = fake.fire(id, 68_201.1);
  serve(fake.alerts[0], firing, null);
  await readAgain();
  await waitFor(() => expect(told()).toBe("BTCUSDm rose to 68,200.00“Range top. Wait for the retest.”"));
  fireEvent.click(screen.getByRole("button", { name: /^BTCUSDm rose to 68,200.00: open the quote/ }));
  await screen.findByRole("dialog", { name: "The quote that fired it" });
  await waitFor(() => expect(told()).toBeUndefined());
});

test("what fired before the page was opened is not told, and what has fired is told once", async () => {
  const { id } = fake.add({ repeat: { type: "again", retreat: 100 } });
  fake.fire(id, 68_201);
  const second = fake.add();
  await open();
  await readAgain();
  fake.fire(second.id, 68_202);
  await readAgain();
  await waitFor(() => expect(told()).toContain("rose to 68,200.00"));
  expect(told()).not.toContain("older");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(told()).toBeUndefined());
  await readAgain();
  expect(told()).toBeUndefined();
});

test("of several the newest is shown, with how many are older, and the next one after it", async () => {
  const [first, second] = [fake.add({ note: "first" }), fake.add({ note: "second" })];
  await open();
  fake.fire(first.id, 68_201);
  fake.fire(second.id, 68_202);
  await readAgain();
  await waitFor(() => expect(told()).toContain("“second”1 older"));
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(told()).toContain("“first”"));
  expect(told()).not.toContain("older");
});

test("a firing whose quote is opened elsewhere on the page is told no longer", async () => {
  const [first, second] = [fake.add({ note: "first" }), fake.add({ note: "second" })];
  await open();
  fake.fire(first.id, 68_201);
  const firing = fake.fire(second.id, 68_202);
  serve(fake.alerts[1], firing, null);
  await readAgain();
  await waitFor(() => expect(told()).toContain("“second”"));
  act(() => openReceipt(firing.id));
  await waitFor(() => expect(told()).toContain("“first”"));
  expect(told()).not.toContain("older");
});

test("what was touched in another tab is gone here too", async () => {
  const { id } = fake.add();
  await open();
  const firing = fake.fire(id, 68_201);
  await readAgain();
  await waitFor(() => expect(told()).toContain("rose to"));
  const other = new BroadcastChannel("fired-alerts");
  other.postMessage([firing.id]);
  await waitFor(() => expect(told()).toBeUndefined());
  other.close();
});

test("in quiet hours only alerts that say so are told", async () => {
  const [silent, loud] = [fake.add({ note: "silent" }), fake.add({ note: "loud", isAlsoInQuietHours: true })];
  isQuiet = true;
  await open();
  fake.fire(silent.id, 68_201);
  fake.fire(loud.id, 68_201);
  await readAgain();
  await waitFor(() => expect(told()).toContain("“loud”"));
  expect(told()).not.toContain("older");
});

/** Answers with the receipt of a firing, sealed with the quotes of the tape around it. */
function serve(alert: PriceAlert | undefined, firing: AlertFiring, records: TapeRecord[] | null): void {
  if (!alert) throw new Error("no alert");
  const sealedMinute = records && sealSegment(records, NO_PREVIOUS_SEAL);
  const { quote, before } = firing;
  const receipt = (): AlertReceipt => {
    if (!records || !sealedMinute) return { firing, terms: alert, proofs: null };
    const prove = (seq: number) => {
      const [proof] = proofsOf(records, [seq]);
      if (!proof) throw new Error(`no proof of ${seq}`);
      return { proof, seal: sealedMinute };
    };
    const proofs = {
      quote: prove(quote.seq),
      before: before && prove(before.seq),
      neighbours: proofsOf(
        records,
        records.map(({ seq }) => seq),
      ),
      extreme: null,
    };
    return { firing, terms: alert, proofs };
  };
  context.server
    .on(`GET /api/alerts/firings/${firing.id}`, () => ok({ receipt: receipt() }))
    .on("GET /api/market/tape/seals", () => ok({ seals: sealedMinute ? [sealedMinute] : [] }));
}

/** The tape's records of a firing: the quote before it, and its own. */
function tapeOf({ quote, before }: AlertFiring): TapeRecord[] {
  return [before, quote].flatMap((one) => {
    if (!one) return [];
    const { isHeld: _, ...rest } = one;
    return [{ type: "quote", ...rest } as const];
  });
}

test("the address of a firing opens its receipt, which is verified in the browser; closing it leaves the address", async () => {
  const alert = fake.add();
  const made = fake.fire(alert.id, 68_201.1);
  // Both quotes in the middle of one minute.
  const atMs = Math.floor(made.at / MINUTE_MS) * MINUTE_MS - MINUTE_MS / 2;
  const moved = { ...made.quote, at: atMs, heardAt: atMs, seq: 11 };
  const before = made.before && { ...made.before, at: atMs - 680, heardAt: atMs - 680, seq: 10 };
  const firing = { ...made, at: atMs, quote: moved, before };
  serve(alert, firing, tapeOf(firing));
  const { history } = await open(`/trading/btc?alert=${firing.id}`);
  await screen.findByText("Verified in this browser");
  const row = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
  expect(row("Bid and ask")).toBe("68,201.10, 68,201.10");
  expect(row("Over the level by")).toBe("1.10");
  expect(screen.getAllByRole("row").length).toBe(3);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(history.at(-1)).toBe("/trading/btc"));
});

test("a receipt whose quote did not reach the level is said not to match", async () => {
  const alert = fake.add();
  const made = fake.fire(alert.id, 68_199);
  const atMs = Math.floor(made.at / MINUTE_MS) * MINUTE_MS - MINUTE_MS / 2;
  const quote = { ...made.quote, at: atMs, heardAt: atMs, seq: 11 };
  const firing = { ...made, at: atMs, quote, before: null };
  serve(alert, firing, tapeOf(firing));
  await open(`/trading/btc?alert=${firing.id}`);
  await screen.findByText("This receipt does not match the tape");
});

test("until the seal is out the receipt says when the minute closes", async () => {
  const alert = fake.add();
  const firing = fake.fire(alert.id, 68_201);
  serve(alert, firing, null);
  await open(`/trading/btc?alert=${firing.id}`);
  await screen.findByText("Not sealed yet");
  screen.getByText(/^The minute (closes in \d+ s|is closed)/);
});
