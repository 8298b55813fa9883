import type { FileClock } from "../../worker/contract/broker/file-clock.ts";
import { momentsOf, tradeMoments } from "../../worker/contract/files/clock-moments.ts";
import type { WallTime } from "../../worker/contract/files/time-forms.ts";
import { CELL_FAULT_TEXT } from "../imports/fault-text.ts";
import type { Fill, Statement } from "../imports/statement/statement.ts";
import type { SentPosition, SentRows } from "./broker-calls.ts";

/** A line whose times mean no moment on the chosen clock. */
export type TimeFault = { line: number; message: string };

/**
 * The rows of a file as the API takes them: moments instead of times of a clock.
 * @returns the rows, what is open, and the lines that cannot be sent
 */
export function sentRows(
  statement: Statement,
  clock: FileClock,
  nowMs: number,
): { rows: SentRows; open: SentPosition[]; faults: TimeFault[] } {
  const moments = momentsOf(clock);
  const faults: TimeFault[] = [];
  const fault = (line: number, message: string) => {
    faults.push({ line, message });
    return [];
  };

  function tradeRows(): SentRows {
    const rows = statement.trades.flatMap(({ opened, closed, ...trade }) => {
      const times = tradeMoments({ opened, closed }, moments);
      if (!times) return fault(trade.line, CELL_FAULT_TEXT.skipped(wallText(skippedOf(opened, closed, moments))));
      const { openedAtMs, closedAtMs } = times;
      if (closedAtMs > nowMs) return fault(trade.line, CELL_FAULT_TEXT.inFuture(wallText(closed)));
      if (openedAtMs !== null && openedAtMs > closedAtMs) {
        return fault(trade.line, CELL_FAULT_TEXT.beforeOpening(wallText(closed)));
      }
      return [{ ...trade, openedAtMs, closedAtMs }];
    });
    return { kind: "trades", rows };
  }

  function fillRows(fills: readonly Fill[]): SentRows {
    const rows = fills.flatMap(({ line, id, symbol, side, quantity, price, at, fee, multiplier, ...more }) => {
      const [atMs] = moments(at);
      if (atMs === undefined) return fault(line, CELL_FAULT_TEXT.skipped(wallText(at)));
      if (atMs > nowMs) return fault(line, CELL_FAULT_TEXT.inFuture(wallText(at)));
      const { position = "", isClosing = false } = more;
      return [{ line, id, symbol, side, quantity, price, atMs, fee, multiplier, position, isClosing }];
    });
    return { kind: "fills", rows };
  }

  const { fills } = statement;
  // What fills leave open follows from all fills of the account.
  const positions = fills ? [] : statement.open;
  const open = positions.map(({ symbol, direction, quantity, entryPrice, opened }): SentPosition => {
    const [atMs] = opened === null ? [] : moments(opened);
    const openedAt = atMs === undefined ? null : new Date(atMs).toISOString();
    return { symbol, direction, quantity, entryPrice, openedAt };
  });
  return { rows: fills ? fillRows(fills) : tradeRows(), open, faults };
}

function skippedOf(opened: WallTime | null, closed: WallTime, moments: (wall: WallTime) => readonly number[]) {
  return opened !== null && moments(opened).length === 0 ? opened : closed;
}

/** `2026-03-02 10:15:30`, as a clock showed it. */
function wallText(wall: WallTime): string {
  return new Date(wall).toISOString().slice(0, 19).replace("T", " ");
}
