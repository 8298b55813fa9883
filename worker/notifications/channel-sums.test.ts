import { describe, expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { LANGUAGES } from "../contract/languages.ts";
import { formatUsd } from "../contract/money.ts";
import { eventsOf } from "../contract/notifications.ts";
import { channelWords, severalWords, testWords } from "./channel-words.ts";

const language = fc.constantFrom(...LANGUAGES);
/** Alerts say prices, which are of the market, and news what the operator wrote. */
const event = fc.constantFrom(...eventsOf().filter((name) => name !== "alert_fired" && name !== "product_news"));
/** More digits than any other number of a notification, so that a sum is found wherever it is written. */
const cents = fc.integer({ min: 10_000_000, max: 99_999_999 });
const detail = fc.record(
  {
    cents: fc.oneof(
      cents,
      cents.map((sum) => -sum),
    ),
    paid: cents.map((sum) => sum / 100),
    currency: fc.constantFrom("USD", "KHR"),
    bill: fc.constant("TNL1"),
    country: fc.constantFrom("KH", null),
    agent: fc.constant("Mozilla/5.0"),
    session: fc.constantFrom("s", null),
    rule: fc.constantFrom("stop_loss", "stop_out"),
    symbol: fc.constant("BTCUSDm"),
    direction: fc.constantFrom("Buy", "Sell"),
  },
  { requiredKeys: ["cents", "paid"] },
);

/** Digits as they are written in any numerals, without what groups them. */
const digitsOf = (text: string) =>
  [...text.normalize("NFKC")]
    .map((character) => {
      const khmer = "០១២៣៤៥៦៧៨៩".indexOf(character);
      return khmer >= 0 ? String(khmer) : character;
    })
    .filter((character) => /\d/.test(character))
    .join("");

describe("a message", () => {
  test("of any event says no sum of money, in any language, unless sums are on", () => {
    fc.assert(
      fc.property(event, detail, language, (name, facts, spoken) => {
        const row = { id: 7, event: name, subject: "S1", detail: JSON.stringify(facts) };
        const { title, line, path } = channelWords(row, spoken, { showsSums: false });
        const said = digitsOf(`${title} ${line} ${path}`);
        for (const sum of [Math.abs(facts.cents), Math.abs(facts.cents) / 100, facts.paid]) {
          const whole = String(Math.trunc(sum));
          expect(said).not.toContain(whole.slice(0, 4));
        }
        expect(`${title} ${line}`).not.toMatch(/[$៛€]|USD\b|KHR\b/);
      }),
      { numRuns: 2_000 },
    );
  });

  test("that says sums of a deposit says that one", () => {
    fc.assert(
      fc.property(cents, language, (sum, spoken) => {
        const row = { id: 7, event: "deposit_paid", subject: "S1", detail: JSON.stringify({ cents: sum }) };
        const { title, line } = channelWords(row, spoken, { showsSums: true });
        expect(`${title} ${line}`).toContain(formatUsd(sum));
      }),
    );
  });

  test("of several notifications, and a test, say no sums", () => {
    for (const spoken of LANGUAGES) {
      for (const { title, line } of [severalWords(3, 9, spoken), testWords(5, spoken)]) {
        expect(`${title} ${line}`).not.toMatch(/[$៛€]/);
      }
    }
  });
});
