import { afterEach, describe, expect, test } from "bun:test";
import { cleanup } from "@testing-library/react";
import { render } from "../test/render.tsx";
import { moneyTicks } from "../ui/charts/money-axis.ts";
import { directionOf, formatMoney, formatShortMoney, formatSignedMoney } from "../ui/format.ts";
import { hideSums } from "../ui/hidden-sums.ts";
import { Money, MoneyUnitContext } from "../ui/money.tsx";
import { unitOf } from "./account-unit.ts";
import { digitsText } from "./exact-digits.ts";

afterEach(() => {
  cleanup();
  hideSums(false);
});

const unit = (currency: string) => unitOf({ currency, decimals: 6 });

describe("an amount in the currency of an account", () => {
  test.each([
    ["USD", 1284.66, "+$1,284.66"],
    ["EUR", 1284.66, "+€1,284.66"],
    ["GBP", -5, "−£5.00"],
    ["JPY", -128_466.4, "−¥128,466"],
    ["CHF", 12.3, "+12.30\u00a0CHF"],
    ["USDT", 12.34, "+12.34\u00a0USDT"],
    ["mBTC", 1.23456, "+1.23456\u00a0mBTC"],
    ["BTC", -0.00012345, "−0.00012345\u00a0BTC"],
    // Cents are never dollars.
    ["USC", 128_466, "+128,466.00\u00a0USC"],
    ["USDT", 0.004, "0.00\u00a0USDT"],
  ])("of %s: %d is %s", (currency, amount, text) => {
    expect(formatSignedMoney(amount, undefined, unit(currency))).toBe(text);
    const { container } = render(
      <MoneyUnitContext value={unit(currency)}>
        <Money usd={amount} as="result" />
      </MoneyUnitContext>,
    );
    expect(container.textContent).toBe(text);
  });

  test("is dollars where nothing says another one, as the balance in the header", () => {
    expect(formatMoney(1234.5)).toBe("$1,234.50");
  });

  test("has a direction as soon as a digit of it is shown", () => {
    expect(directionOf(0.00001, unit("mBTC"))).toBe("up");
    expect(directionOf(-0.00001, unit("USDT"))).toBe("flat");
  });

  test("is hidden with the others", () => {
    hideSums(true);
    expect(formatMoney(1, undefined, unit("mBTC"))).toBe("••••");
    expect(moneyTicks([1, 2], unit("EUR"))).toEqual(["••••", "••••"]);
  });

  test.each([
    ["EUR", 1284.66, "+€1,285", "+1.3k"],
    ["mBTC", 1.23456, "+1.2", "+1.2"],
    ["BTC", -0.00012645, "−0.00013", "−126.5µ"],
    ["BTC", 0.00364959, "+0.0036", "+3.6m"],
    ["BTC", 0.05, "+0.050", "+0.050"],
    ["JPY", 128_466, "+¥128k", "+128k"],
    ["JPY", 0.6, "+¥1", "+1"],
  ])("in a cell, of %s: %d is %s, and narrow %s", (currency, amount, wide, narrow) => {
    expect(formatShortMoney(amount, "wide", unit(currency))).toBe(wide);
    expect(formatShortMoney(amount, "narrow", unit(currency))).toBe(narrow);
  });

  test("stands on an axis with its sign, and without a name after it, which its title has", () => {
    expect(moneyTicks([-500, 0, 500], unit("EUR"))).toEqual(["−€500", "€0", "€500"]);
    expect(moneyTicks([0, 0.00025], unit("BTC"))).toEqual(["0", "0.00025"]);
  });
});

test.each([
  ["0.00000073", "0.00000073"],
  ["1234567.8901234", "1,234,567.8901234"],
  ["-327.52", "−327.52"],
  ["100", "100"],
  ["0.10", "0.10"],
])("the decimal %s is written as %s, with all of its digits", (decimal, text) => {
  expect(digitsText(decimal)).toBe(text);
});
