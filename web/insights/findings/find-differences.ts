import { CATALOGUE } from "./catalogue.ts";
import { discoveryThreshold } from "./false-discoveries.ts";
import { mark, permutationTests } from "./permutation-test.ts";
import { median, prepareTrades } from "./prepare-trades.ts";
import { GROUP, OTHERS, type Question, type Trades } from "./question.ts";
import { seededRandom } from "./random.ts";
import type { StudiedTrade, ToLocalTime } from "./studied-trade.ts";
import { degreesOfFreedom, type Sides, sidesOf, studentQuantile } from "./welch.ts";

export const FINDINGS = {
  /** The fewest trades of a side. */
  sideMin: 20,
  /** At most this share of what is found is false on average; without any difference, the probability to find one. */
  falseShare: 0.05,
  /** The newest trades that are looked at. */
  tradesMax: 10_000,
} as const;

/** An estimate with an interval that holds it in 95 of 100 findings, however they were chosen. */
export type Estimate = { value: number; from: number; to: number };

/** A difference between the trades of a question and the others. Sums are units of the account, R what a trade risked. */
export type Finding = {
  question: string;
  /** How many trades there are of it and of the others, and the shares of them that won. */
  count: number;
  otherCount: number;
  winRate: number;
  otherWinRate: number;
  /** Of one trade of it, in R. */
  expectancy: Estimate;
  /** The difference to the others, in R. */
  difference: Estimate;
  /** The mean and the sum of its results. */
  resultEach: number;
  resultInAll: number;
  /** Its trades. */
  ids: number[];
};

/** A question with too few trades on a side. @property missing how many more the smaller side needs */
export type Waiting = { question: string; count: number; missing: number };

export type Findings = {
  /** What 1 R is: what stops risked, or the median loss where less than nine tenths of the trades have a stop. */
  unit: "risk" | "median_loss";
  studied: number;
  /** How many questions had enough trades. */
  asked: number;
  findings: Finding[];
  /** Without a difference that stands. */
  nothing: string[];
  waiting: Waiting[];
};

const STOPS_SHARE_MIN = 0.9;

/**
 * Asks every question of the catalogue about an account's trades and returns what stands. The same trades give the same answers.
 * @param given in any order; of more than 10,000 the newest are looked at
 */
export function findDifferences(
  given: readonly StudiedTrade[],
  toLocalTime: ToLocalTime,
  catalogue: readonly Question[] = CATALOGUE,
): Findings {
  const newest = given.toSorted((a, b) => a.closedAtMs - b.closedAtMs || a.id - b.id).slice(-FINDINGS.tradesMax);
  const { unit, studied, outcomes } = outcomesOf(newest);
  const trades = prepareTrades(studied, toLocalTime);
  const inOrder = Float64Array.from(trades.trades, (trade) => outcomes.get(trade) ?? 0);
  const sides = catalogue.map((question) => {
    const groups = mark(question, trades, inOrder, new Uint8Array(trades.count));
    return { question, groups, sides: sidesOf(inOrder, groups) };
  });
  const isEnough = ({ sides: { count } }: { sides: Sides }) => Math.min(...count) >= FINDINGS.sideMin;
  const tested = sides.filter(isEnough);
  const random = seededRandom(trades.count);
  const values = permutationTests(
    tested.map(({ question }) => question),
    trades,
    inOrder,
    random,
  );
  const threshold = discoveryThreshold(values, FINDINGS.falseShare);
  const stands = tested.map((_, at) => (values[at] ?? 1) <= threshold);
  const found = tested.filter((_, at) => stands[at]);
  // Intervals of chosen findings: those of Benjamini and Yekutieli (2005), wider the fewer of the questions were chosen.
  const level = (FINDINGS.falseShare * found.length) / Math.max(1, tested.length);
  return {
    unit,
    studied: trades.count,
    asked: tested.length,
    findings: found
      .map((one) => findingOf(one.question, one.groups, one.sides, trades, level))
      .toSorted((a, b) => a.difference.value * a.count - b.difference.value * b.count),
    nothing: tested.filter((_, at) => !stands[at]).map(({ question }) => question.id),
    waiting: sides
      .filter((one) => !isEnough(one) && Math.max(...one.sides.count) > 0)
      .map(({ question, sides: { count } }) => ({
        question: question.id,
        count: count[0],
        missing: FINDINGS.sideMin - Math.min(...count),
      })),
  };
}

/** The outcome of each trade in R. */
function outcomesOf(trades: readonly StudiedTrade[]) {
  const withStop = trades.filter(({ r }) => r !== null);
  if (withStop.length > 0 && withStop.length >= STOPS_SHARE_MIN * trades.length) {
    return {
      unit: "risk",
      studied: withStop,
      outcomes: new Map(withStop.map((trade) => [trade, trade.r ?? 0])),
    } as const;
  }
  const losses = trades.filter(({ result }) => result < 0).map(({ result }) => -result);
  const one = losses.length === 0 ? 1 : median(losses);
  const outcomes = new Map(trades.map((trade) => [trade, trade.result / one]));
  return { unit: "median_loss", studied: trades, outcomes } as const;
}

function findingOf(question: Question, groups: Uint8Array, sides: Sides, trades: Trades, level: number): Finding {
  const { count, mean, varianceOfMean } = sides;
  const of = (group: number) => trades.trades.filter((_, at) => groups[at] === group);
  const [own, others] = [of(GROUP), of(OTHERS)];
  const winRate = (some: readonly StudiedTrade[]) => some.filter(({ result }) => result > 0).length / some.length;
  const resultInAll = own.reduce((sum, { result }) => sum + result, 0);
  const around = (value: number, variance: number, degrees: number): Estimate => {
    const reach = studentQuantile(1 - level / 2, degrees) * Math.sqrt(variance);
    return { value, from: value - reach, to: value + reach };
  };
  return {
    question: question.id,
    count: count[0],
    otherCount: count[1],
    winRate: winRate(own),
    otherWinRate: winRate(others),
    expectancy: around(mean[0], varianceOfMean[0], count[0] - 1),
    difference: around(mean[0] - mean[1], varianceOfMean[0] + varianceOfMean[1], degreesOfFreedom(sides)),
    resultEach: resultInAll / count[0],
    resultInAll,
    ids: own.map(({ id }) => id),
  };
}
