import type { FileClock } from "../../worker/contract/broker/file-clock.ts";
import { momentsOf, tradeMoments } from "../imports/clock/file-clock.ts";
import { CELL_FAULT_TEXT } from "../imports/fault-text.ts";
import type { Fill, Statement } from "../imports/statement/statement.ts";
import type { WallTime } from "../imports/statement/time-forms.ts";
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
    // The account has them in time order, and those of one moment as they were sent: many exports stand newest first.
    const [first, last] = [fills[0], fills.at(-1)];
    const isNewestFirst = first !== undefined && last !== undefined && first.at > last.at;
    const rows = (isNewestFirst ? fills.toReversed() : fills).flatMap(
      ({ line, id, symbol, side, quantity, price, at, fee, multiplier }) => {
        const [atMs] = moments(at);
        if (atMs === undefined) return fault(line, CELL_FAULT_TEXT.skipped(wallText(at)));
        if (atMs > nowMs) return fault(line, CELL_FAULT_TEXT.inFuture(wallText(at)));
        return [{ line, id, symbol, side, quantity, price, atMs, fee, multiplier }];
      },
    );
    return { kind: "fills", rows };
  }

  const fills = fillsOf(statement);
  // What fills leave open follows from all fills of the account.
  const positions = fills ? [] : statement.open;
  const open = positions.map(({ symbol, direction, quantity, entryPrice, opened }): SentPosition => {
    const [atMs] = opened === null ? [] : moments(opened);
    const openedAt = atMs === undefined ? null : new Date(atMs).toISOString();
    return { symbol, direction, quantity, entryPrice, openedAt };
  });
  return { rows: fills ? fillRows(fills) : tradeRows(), open, faults };
}

/**
 * The fills of a file, which the account pairs over all of its files. Those that the platform keeps in positions of their own, or says to be closings,
 * are sent as the trades of which the file itself says them.
 */
function fillsOf({ fills }: Statement): readonly Fill[] | null {
  if (!fills) return null;
  return fills.some((fill) => "position" in fill || "isClosing" in fill) ? null : fills;
}

function skippedOf(opened: WallTime | null, closed: WallTime, moments: (wall: WallTime) => readonly number[]) {
  return opened !== null && moments(opened).length === 0 ? opened : closed;
}

/** `2026-03-02 10:15:30`, as a clock showed it. */
function wallText(wall: WallTime): string {
  return new Date(wall).toISOString().slice(0, 19).replace("T", " ");
}
