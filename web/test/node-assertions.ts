import { expect } from "bun:test";

/** Matchers that compare by walking through both values. */
const DEEP_MATCHERS = ["toEqual", "toStrictEqual", "toMatchObject", "toContainEqual"] as const;

/** Assigned by {@link Expectation.keepReceived}: a matcher that is written in the test's language is given no other way. */
let received: unknown;

/** The object that the matchers of bun:test are called on; its types hide the received value and matchers of one's own. */
type Expectation = { keepReceived(): unknown; failWith(message: string): unknown } & Record<
  (typeof DEEP_MATCHERS)[number],
  (expected: unknown) => unknown
>;

/**
 * Makes deep comparisons of nodes fail at once. A node leads to its whole page and React's tree: walking and printing
 * them takes more than a minute and thousands of lines. Nodes that are the same pass.
 */
export function refuseDeepNodeComparisons(): void {
  expect.extend({
    keepReceived(value) {
      received = value;
      return { pass: !this.isNot, message: () => "" };
    },
    failWith(_, message: string) {
      return { pass: this.isNot, message: () => message };
    },
  });
  // The prototype is not in the types.
  const matchers: Expectation = Object.getPrototypeOf(expect(0));
  for (const name of DEEP_MATCHERS) {
    const builtIn = matchers[name];
    matchers[name] = function (this: Expectation, expected: unknown) {
      received = undefined;
      const kept = this.keepReceived();
      // The value of a promise is not there yet. Whether it is rejected, the matcher itself says.
      if (kept instanceof Promise) kept.catch(() => {});
      if ((holdsNode(received) || holdsNode(expected)) && !isSame(received, expected)) {
        return this.failWith(`${name} would walk through the whole page: compare nodes with toBe, or what they show\n
Expected: ${Bun.inspect(expected, { depth: 1 })}
Received: ${Bun.inspect(received, { depth: 1 })}`);
      }
      // Both are tail calls: this function is not in the stack of a failure, which begins at the test's line.
      return builtIn.call(this, expected);
    };
  }
}

const holdsNode = (value: unknown): boolean =>
  value instanceof Node || valuesOf(value).some((one) => one instanceof Node);

/** The values in a list or a plain object; none of anything else. */
function valuesOf(value: unknown): unknown[] {
  if (Array.isArray(value) || value instanceof NodeList || value instanceof HTMLCollection) return Array.from(value);
  const isPlain = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.values(value) : [];
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other);
  return one.length === other.length && one.every((value, index) => Object.is(value, other[index]));
}
