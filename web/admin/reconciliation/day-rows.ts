import type { Shown } from "./reconciliation-address.ts";
import type { BankTransfer, Difference, ShownDay, StatementLine } from "./statement-calls.ts";

/** A row of a day: a line with its transfers, a line that lacks them, or a transfer that lacks its line. */
export type DayRow = {
  /** That of its line, else of its transfer. */
  id: string;
  line: StatementLine | null;
  transfers: readonly BankTransfer[];
  /** `other_day`: a transfer whose line is of another day. `no_line`: one that has no line and needs none. */
  state: "matched" | "open" | "other_day" | "no_line";
  difference: Difference | null;
};

/**
 * The rows of a day, the newest first. While not all of its lines are loaded, transfers without a line that are older than the last of them wait
 * for the rest.
 */
export function rowsOf(shown: ShownDay, is: Shown): DayRow[] {
  const transfers = new Map(shown.transfers.map((transfer) => [transfer._id, transfer]));
  const differences = new Map<string, Difference>();
  for (const difference of shown.differences) {
    for (const id of [difference.lineId, difference.transferId]) {
      if (id !== null && !differences.has(id)) differences.set(id, difference);
    }
  }
  const ofLines = shown.lines.map(
    (line): DayRow => ({
      id: line._id,
      line,
      transfers: line.transferIds.flatMap((id) => transfers.get(id) ?? []),
      state: line.match === null ? "open" : "matched",
      difference: differences.get(line._id) ?? null,
    }),
  );
  const last = shown.lines.at(-1);
  const isWhole = shown.lines.length >= (is === "open" ? shown.counts.openLines : shown.counts.lines);
  const fromMs = isWhole || last?.at == null ? Number.NEGATIVE_INFINITY : Date.parse(last.at);
  const alone = shown.transfers.flatMap((transfer): DayRow[] => {
    const { _id, lineId, lineDay, at, needsNoLine } = transfer;
    if (is === "open" && needsNoLine) return [];
    if (Date.parse(at) < fromMs || (lineId !== null && (is === "open" || lineDay === shown.day))) return [];
    return [
      {
        id: _id,
        line: null,
        transfers: [transfer],
        state: lineId !== null ? "other_day" : needsNoLine ? "no_line" : "open",
        difference: differences.get(_id) ?? null,
      },
    ];
  });
  return [...ofLines, ...alone].toSorted((a, b) => atMsOf(b) - atMsOf(a));
}

/** Epoch ms; what has no time of day stands last, as it came. */
function atMsOf({ line, transfers }: DayRow): number {
  const at = line ? line.at : transfers[0]?.at;
  return at == null ? 0 : Date.parse(at);
}

/** The open row that a step leads to from a row; from none, or from one that is not open, the nearest beyond it. */
export function nextOpen(rows: readonly DayRow[], from: string | null, step: 1 | -1): DayRow | null {
  const here = rows.findIndex(({ id }) => id === from);
  if (here === -1) return rows.find(({ state }) => state === "open") ?? null;
  const rest = step === 1 ? rows.slice(here + 1) : rows.slice(0, here).toReversed();
  return rest.find(({ state }) => state === "open") ?? null;
}
