import { type Question, type Trades, UNKNOWN } from "./question.ts";
import type { Random } from "./random.ts";
import { sidesOf, welchT } from "./welch.ts";

/** How often outcomes are permuted at most: the smallest p-value is one in so many. */
export const PERMUTATIONS_MAX = 10_000;
/** With so many permutations that are as far apart, a question has no answer for any threshold below 0.05, and the test ends. */
const EXCEEDED_MAX = 20;

/**
 * The probability that groups of a question are as far apart as they are if outcomes had nothing to do with them: how often they are when the same outcomes come
 * in another order (a two-sided permutation test of Welch's statistic, sequential as Besag and Clifford, 1991). In a permutation all questions get the same
 * order, and a question of the path marks its groups anew.
 * @returns for each question its p-value, above 0
 */
export function permutationTests(
  questions: readonly Question[],
  trades: Trades,
  outcomes: Float64Array,
  random: Random,
): number[] {
  const marked = questions.map((question) => mark(question, trades, outcomes, new Uint8Array(trades.count)));
  const distance = marked.map((groups) => Math.abs(welchT(sidesOf(outcomes, groups))) * (1 - 1e-9));
  const exceeded = questions.map(() => 0);
  const values = questions.map(() => 1);
  let open = questions.map((_, at) => at);
  const permuted = outcomes.slice();
  const scratch = new Uint8Array(trades.count);
  for (let done = 1; done <= PERMUTATIONS_MAX && open.length > 0; done += 1) {
    shuffle(permuted, random);
    open = open.filter((at) => {
      const question = questions[at];
      const fixed = marked[at];
      if (!question || !fixed) return false;
      const groups = question.isOfPath ? mark(question, trades, permuted, scratch) : fixed;
      if (Math.abs(welchT(sidesOf(permuted, groups))) >= (distance[at] ?? 0)) exceeded[at] = (exceeded[at] ?? 0) + 1;
      if ((exceeded[at] ?? 0) < EXCEEDED_MAX) return true;
      values[at] = EXCEEDED_MAX / done;
      return false;
    });
  }
  for (const at of open) values[at] = ((exceeded[at] ?? 0) + 1) / (PERMUTATIONS_MAX + 1);
  return values;
}

/** Marks the groups of a question. @returns `groups` */
export function mark(question: Question, trades: Trades, outcomes: Float64Array, groups: Uint8Array): Uint8Array {
  groups.fill(UNKNOWN);
  question.mark(groups, trades, outcomes);
  return groups;
}

/** Puts values into a random order (Fisher and Yates, Durstenfeld 1964). */
function shuffle(values: Float64Array, random: Random): void {
  for (let at = values.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const value = values[at] ?? 0;
    values[at] = values[other] ?? 0;
    values[other] = value;
  }
}
