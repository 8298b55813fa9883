import { afterEach, beforeEach, describe, expect, jest, setDefaultTimeout, test } from "bun:test";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { arrive } from "../state/session.ts";
import { apiServer } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { Toaster, toast } from "../ui/toast/toaster.tsx";
import { Receipts } from "./receipt-link.tsx";
import { tellFill } from "./tell-fill.tsx";

setDefaultTimeout(600_000);

const context = apiServer();
const WORDS = "Order placed successfully! Bought 0.10 BTCUSD at 67,000.00.";

beforeEach(() => {
  toast.remove();
  const account = new FakeDemoAccount(context.server);
  arrive(trader(), null);
  account.quote({ BTCUSDm: 67_000 });
  account.commandElsewhere({ type: "place", run: 1, symbol: "BTCUSD", side: "buy", orderType: "market", amount: 0.1 });
  render(
    <>
      <input aria-label="Amount" inputMode="decimal" />
      <Receipts timeZone="Asia/Phnom_Penh" />
      <Toaster />
    </>,
  );
});

const offer = () => screen.getByRole("button", { name: "Why this price?" });
const isTold = () => screen.queryByText(WORDS) !== null;
const receipt = () => screen.findByText(/^Buy 0.10 BTCUSD, filled at 67,000.00/);
const pressKey = (init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "w", code: "KeyW", altKey: true, ...init });

test("the toast begins with what was filled, is announced, and its link opens the receipt", async () => {
  act(() => tellFill("success", WORDS, 1));
  const status = screen.getByText(WORDS).closest("[role=status]");
  expect(status?.textContent).toStartWith(`${WORDS} Why this price?`);
  expect(status?.getAttribute("aria-live")).toBe("polite");
  fireEvent.click(offer());
  await receipt();
});

describe("the toast", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  // In small steps: a toast starts the timer of its removal when it is rendered as dismissed.
  function pass(ms: number): void {
    for (let passed = 0; passed < ms; passed += 20) act(() => jest.advanceTimersByTime(20));
  }

  test("leaves by itself after as long as a custom one", () => {
    act(() => tellFill("success", WORDS, 2));
    pass(4_900);
    expect(isTold()).toBe(true);
    pass(200);
    expect(isTold()).toBe(false);
  });

  test("stays while its link has the focus", () => {
    act(() => tellFill("plain", WORDS, 3));
    act(() => offer().focus());
    pass(10_000);
    expect(isTold()).toBe(true);
    act(() => offer().blur());
    pass(1_100);
    expect(isTold()).toBe(false);
  });
});

test("Alt W opens the receipt of the newest fill, also when its toast has gone, and the focus returns to the field", async () => {
  const field = screen.getByLabelText("Amount");
  act(() => field.focus());
  pressKey();
  expect(screen.queryByRole("dialog")).toBeNull();
  act(() => tellFill("success", WORDS, 1));
  expect(offer().getAttribute("aria-keyshortcuts")).toBe("Alt+W");
  act(() => toast.remove());
  for (const other of [{ altKey: false }, { ctrlKey: true }, { code: "KeyQ" }]) pressKey(other);
  expect(screen.queryByRole("dialog")).toBeNull();
  // With Alt, a Mac types another character with this key.
  expect(pressKey({ key: "∑" })).toBe(false);
  await receipt();
  fireEvent.keyDown(document.body, { key: "Escape" });
  await waitFor(() => expect(document.activeElement).toBe(field));
});
