import { GROUP, OTHERS, type Question, type Trades, UNKNOWN } from "./question.ts";

/**
 * The questions that are asked of every account, always the same: what is searched for is not chosen by what is found. Each compares the trades that it marks with
 * all others of which it can say.
 */

const MINUTE_MS = 60_000;

/** A question about something that was known when the trade was opened or closed. @param holds null: not known */
function question(id: string, holds: (trades: Trades, at: number) => boolean | null): Question {
  return {
    id,
    isOfPath: false,
    mark(groups, trades) {
      for (let at = 0; at < trades.count; at += 1) groups[at] = groupOf(holds(trades, at));
    },
  };
}

/** A question about the outcomes before a trade. @param holds gets the place of the last trade that closed before it was opened */
function pathQuestion(
  id: string,
  holds: (trades: Trades, at: number, before: number, outcomes: Float64Array) => boolean | null,
): Question {
  return {
    id,
    isOfPath: true,
    mark(groups, trades, outcomes) {
      for (let at = 0; at < trades.count; at += 1) {
        const before = trades.before[at] ?? -1;
        groups[at] = before < 0 ? UNKNOWN : groupOf(holds(trades, at, before, outcomes));
      }
    },
  };
}

function groupOf(holds: boolean | null): number {
  return holds === null ? UNKNOWN : holds ? GROUP : OTHERS;
}

const opened = (trades: Trades, at: number) => trades.openedAtMs[at] ?? Number.NaN;
const closed = (trades: Trades, at: number) => trades.closedAtMs[at] ?? Number.NaN;
const lost = (outcomes: Float64Array, at: number) => at >= 0 && (outcomes[at] ?? 0) < 0;
const won = (outcomes: Float64Array, at: number) => at >= 0 && (outcomes[at] ?? 0) > 0;
const ifKnown = (value: number, holds: (value: number) => boolean) => (Number.isNaN(value) ? null : holds(value));

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"].map((name, weekday) =>
  question(name, ({ weekday: of }, at) => (of[at] === -1 ? null : of[at] === weekday)),
);

const HOURS = [
  ["night", 0, 6],
  ["morning", 6, 12],
  ["afternoon", 12, 18],
  ["evening", 18, 24],
] as const;
const TIMES = HOURS.map(([name, from, to]) =>
  question(name, ({ minute }, at) => {
    const of = minute[at] ?? -1;
    return of < 0 ? null : of >= from * 60 && of < to * 60;
  }),
);

const SYMBOLS = ["first_symbol", "second_symbol", "third_symbol"].map((name, place) =>
  question(name, ({ symbols, trades }, at) => {
    const symbol = symbols[place];
    // Of two symbols the second is the rest of the first: the same question.
    return symbol === undefined || (place > 0 && symbols.length === 2) || symbols.length < 2
      ? null
      : trades[at]?.symbol === symbol;
  }),
);

const SETUPS = ["first_setup", "second_setup", "third_setup"].map((name, place) =>
  question(name, ({ setups, trades }, at) => {
    const setup = setups[place];
    return setup === undefined ? null : trades[at]?.setup === setup;
  }),
);

const PLANS = [
  question("without_plan", ({ trades }, at) => {
    const { isPlanned } = trades[at] ?? {};
    return isPlanned == null ? null : !isPlanned;
  }),
  question("plan_broken", ({ trades }, at) => trades[at]?.isBroken ?? null),
];

const KINDS: Question[] = [
  question("buys", ({ trades }, at) => trades[at]?.direction === "Buy"),
  question("larger_than_usual", ({ sizeByMedian }, at) =>
    ifKnown(sizeByMedian[at] ?? Number.NaN, (size) => size >= 1.5),
  ),
  question("smaller_than_usual", ({ sizeByMedian }, at) =>
    ifKnown(sizeByMedian[at] ?? Number.NaN, (size) => size <= 0.5),
  ),
  question("held_shorter", ({ holdingByMedian }, at) => ifKnown(holdingByMedian[at] ?? Number.NaN, (of) => of <= 0.25)),
  question("held_longer", ({ holdingByMedian }, at) => ifKnown(holdingByMedian[at] ?? Number.NaN, (of) => of >= 4)),
  question("over_midnight", (trades, at) => {
    const holdingMs = closed(trades, at) - opened(trades, at);
    const leftMs = (24 * 60 - (trades.minute[at] ?? 0)) * MINUTE_MS;
    return ifKnown(holdingMs, (ms) => ms >= leftMs);
  }),
  question("first_of_day", ({ placeInDay }, at) => (placeInDay[at] === -1 ? null : placeInDay[at] === 0)),
  question("after_third_of_day", ({ placeInDay }, at) => (placeInDay[at] === -1 ? null : (placeInDay[at] ?? 0) >= 3)),
  question("after_sixth_of_day", ({ placeInDay }, at) => (placeInDay[at] === -1 ? null : (placeInDay[at] ?? 0) >= 6)),
  question("beside_another", (trades, at) => isBesideAnother(trades, at)),
  question("soon_after_another", (trades, at) => {
    const before = trades.before[at] ?? -1;
    return before < 0 ? null : opened(trades, at) - closed(trades, before) < 2 * MINUTE_MS;
  }),
  question("without_stop", ({ trades }, at) => trades[at]?.r === null),
];

const PATHS: Question[] = [
  pathQuestion("after_loss", (_, __, before, outcomes) => lost(outcomes, before)),
  pathQuestion("within_ten_minutes_of_loss", (trades, at, before, outcomes) => {
    return lost(outcomes, before) && opened(trades, at) - closed(trades, before) < 10 * MINUTE_MS;
  }),
  pathQuestion("after_two_losses", (_, __, before, outcomes) => lost(outcomes, before) && lost(outcomes, before - 1)),
  pathQuestion(
    "after_three_losses",
    (_, __, before, outcomes) => lost(outcomes, before) && lost(outcomes, before - 1) && lost(outcomes, before - 2),
  ),
  pathQuestion("after_two_wins", (_, __, before, outcomes) => won(outcomes, before) && won(outcomes, before - 1)),
  pathQuestion("larger_after_loss", ({ sizeByMedian }, at, before, outcomes) => {
    return lost(outcomes, before) && (sizeByMedian[at] ?? 0) > 1.2 * (sizeByMedian[before] ?? 0);
  }),
  pathQuestion("same_symbol_after_loss", ({ trades }, at, before, outcomes) => {
    return lost(outcomes, before) && trades[at]?.symbol === trades[before]?.symbol;
  }),
];

export const CATALOGUE: readonly Question[] = [
  ...WEEKDAYS,
  ...TIMES,
  ...SYMBOLS,
  ...SETUPS,
  ...PLANS,
  ...KINDS,
  ...PATHS,
];

/** Whether another trade was open when one was opened: one that closed later was opened earlier. Looks at the next fifty to close. */
function isBesideAnother(trades: Trades, at: number): boolean | null {
  const from = opened(trades, at);
  if (Number.isNaN(from)) return null;
  const first = (trades.before[at] ?? -1) + 1;
  for (let other = first; other < trades.count && other < first + 50; other += 1) {
    if (other !== at && opened(trades, other) < from) return true;
  }
  return false;
}
