import { expect, setDefaultTimeout, test } from "bun:test";
import { differencesOf, explainMonth } from "../../dev/test/statement-cases.ts";
import { statementMonth } from "../../dev/test/statement-month.ts";

setDefaultTimeout(600_000);

test.each(Array.from({ length: 20 }, (_, i) => 100 + i))(
  "of a month of 5,000 deposits and 2,000 payouts exactly the 40 planted differences are named (seed %d)",
  (seed) => {
    const month = statementMonth(seed);
    const { lines, matching, named } = differencesOf(month);
    expect(named).toHaveLength(40);
    expect(named).toEqual(month.planted);
    expect(explainMonth(month, lines, matching).map(({ notExplainedCents }) => notExplainedCents)).toEqual(
      Array<number>(month.days).fill(0),
    );
  },
);
