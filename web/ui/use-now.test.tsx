import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { TradeTable } from "../dashboard/recent-trades.tsx";
import { render } from "../test/render.tsx";
import { Tracker } from "../withdrawals/tracker.tsx";
import { ArrowDownLeft } from "./icon.tsx";
import { MovementRows } from "./list/movement-rows.tsx";
import { useNow } from "./use-now.ts";

const ZONE = "Asia/Phnom_Penh";
/** Ten minutes before midnight there. */
const LATE = "2026-11-20T16:50:00.000Z";
const AT = "2026-11-20T03:00:00.000Z";

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse(LATE) });
});
afterEach(() => {
  jest.useRealTimers();
});

test.each([
  [
    "a trade",
    <TradeTable
      key="trades"
      timeZone={ZONE}
      rowsMax={1}
      trades={[
        {
          id: "1",
          closeTime: AT,
          symbol: "BTCUSDm",
          direction: "Buy",
          lotSize: 0.1,
          entryPrice: 1,
          exitPrice: 2,
          profitLoss: 5,
        },
      ]}
    />,
  ],
  [
    "a movement of money",
    <MovementRows
      key="rows"
      label="Latest"
      timeZone={ZONE}
      movements={[{ id: "1", icon: ArrowDownLeft, name: "", detail: "", at: AT, badge: "", amount: "" }]}
    />,
  ],
  [
    "a request",
    <Tracker key="steps" timeZone={ZONE} steps={[{ name: "requested", state: "done", at: AT, note: null }]} />,
  ],
])("%s of today becomes one of yesterday after midnight, on a page that stays open", (_, part) => {
  render(part);
  expect(screen.queryAllByText(/^Today/)).toHaveLength(1);
  act(() => {
    jest.advanceTimersByTime(11 * 60_000);
  });
  expect(screen.queryAllByText(/^Today/)).toHaveLength(0);
  expect(screen.queryAllByText(/^Yesterday/)).toHaveLength(1);
});

function Clock() {
  const [runs, setRuns] = useState(false);
  return (
    <button type="button" onClick={() => setRuns(true)}>
      {useNow(runs ? 1_000 : null)}
    </button>
  );
}

test("a paused clock has the current time as soon as it resumes", () => {
  render(<Clock />);
  jest.advanceTimersByTime(60_000);
  const clock = screen.getByRole("button");
  fireEvent.click(clock);
  expect(clock.textContent).toBe(String(Date.parse(LATE) + 60_000));
});
