import { cellFaultMessage } from "../imports/fault-messages.ts";
import type { LeftOutReason, Statement } from "../imports/statement/statement.ts";
import { digitsText } from "../trade-accounts/exact-digits.ts";
import { CircleX, Clock, type IconGlyph, Landmark, List, Minus, TriangleAlert } from "../ui/icon.tsx";
import { quantityText } from "./broker-money.ts";
import { leftOutByReason } from "./import-facts.ts";
import { importText } from "./import-text.ts";
import type { TimeFault } from "./sent-rows.ts";

const text = importText.check;

/** Lines of a file that are no trades. @property line null for what is no line of its own */
export type LeftOutGroup = {
  key: string;
  icon: IconGlyph;
  title: string;
  detail: string;
  isFault: boolean;
  /** Whether its lines are not imported: positions that are open, and fills of positions that another file opened, are. */
  isSkipped: boolean;
  lines: readonly { line: number | null; says: string; problem?: string }[];
};

const ICONS: Partial<Record<LeftOutReason, IconGlyph>> = {
  balance: Landmark,
  cancelled: CircleX,
  not_filled: CircleX,
  pending_order: Clock,
  other_asset: Minus,
};

/** All that a file has beside its trades, the lines that cannot be read last. */
export function leftOutGroups(
  { leftOut, open, faults, fills }: Pick<Statement, "leftOut" | "open" | "faults" | "fills">,
  timeFaults: readonly TimeFault[],
): LeftOutGroup[] {
  const groups = leftOutByReason(leftOut).map(({ reason, lines }): LeftOutGroup => {
    const [title, detail] = text.reasons[reason];
    const icon = ICONS[reason] ?? List;
    return {
      key: reason,
      icon,
      title,
      detail,
      isFault: false,
      isSkipped: !(reason === "opened_before" && fills),
      lines: lines.map((one) => ({ line: one.line, says: one.text })),
    };
  });
  if (open.length > 0) {
    const [title, detail] = text.reasons.still_open;
    const lines = open.map(({ symbol, direction, quantity, entryPrice }) => ({
      line: null,
      says: `${symbol} ${direction} ${quantityText(quantity)}, ${digitsText(entryPrice)}`,
    }));
    groups.push({ key: "still_open", icon: Clock, title, detail, isFault: false, isSkipped: false, lines });
  }
  const unread = [
    ...faults.map(({ line, column, text: says, fault }) => ({
      line,
      says,
      problem: text.columnSays(column, cellFaultMessage(fault, says)),
    })),
    ...timeFaults.map(({ line, message }) => ({ line, says: "", problem: message })),
  ].toSorted((a, b) => a.line - b.line);
  const [first] = unread;
  if (first) {
    const count = new Set(unread.map(({ line }) => line)).size;
    const title = count === 1 ? text.cannotRead(first.line) : text.cannotReadMany(count);
    groups.push({
      key: "unread",
      icon: TriangleAlert,
      title,
      detail: first.problem,
      isFault: true,
      isSkipped: true,
      lines: unread,
    });
  }
  return groups;
}

/** How many lines of a group there are: a line may have several faults. */
export function countOf({ lines }: LeftOutGroup): number {
  const named = new Set(lines.map(({ line }, index) => line ?? `at ${index}`));
  return named.size;
}
