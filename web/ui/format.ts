/**
 * Formats of figures, dates and times for the whole product: in the language of the build, with Latin digits, a true minus
 * sign, and tabular figures inside `.num`. The examples are English.
 * Functions that depend on a day take the trader's time zone, an IANA name.
 */
import { groupedNumber } from "../../worker/contract/grouped-number.ts";
import { DISPLAY_CAP_USD } from "../../worker/contract/limits.ts";
import { repeatedTimeText } from "../../worker/contract/zone-offset.ts";
import type { DateFields } from "./date-fields.ts";
import { dateFormat } from "./date-format.ts";
import { formatText } from "./format-text.ts";
import { areSumsHidden, HIDDEN_SUM } from "./hidden-sums.ts";

/** Shown for a missing value. */
export const NO_VALUE = "—";

const PLUS = "+";
const MINUS = "−";

/** An instant: epoch ms, ISO 8601 text, or a Date. */
export type Instant = number | string | Date;

/** The absolute value with this many decimals. */
function unsigned(value: number, minDecimals: number, maxDecimals = minDecimals): string {
  return groupedNumber(Math.abs(value), minDecimals, maxDecimals);
}

/** The sign of the rounded value: a value that is displayed as zero has none. */
function signOf(value: number, decimals: number): -1 | 0 | 1 {
  const rounded = Math.round(Math.abs(value) * 10 ** decimals);
  if (rounded === 0) return 0;
  return value < 0 ? -1 : 1;
}

function minusOf(value: number, decimals: number): string {
  return signOf(value, decimals) < 0 ? MINUS : "";
}

function signText(value: number, decimals: number): string {
  return { "-1": MINUS, "0": "", "1": PLUS }[signOf(value, decimals)];
}

/**
 * How amounts of a currency are written: `before` and `after` name it, and `decimals` are those shown. They are added as
 * whole units of `10 ** -exact`.
 */
export type MoneyUnit = { before: string; after: string; decimals: number; exact: number };

export const DOLLARS: MoneyUnit = { before: "$", after: "", decimals: 2, exact: 2 };

/**
 * Limits an amount to the displayable range: 999,999,999.00 dollars in both directions; null stays null. Amounts of an
 * account with another broker have no such range.
 */
export function capUsd(amountUsd: number, unit?: MoneyUnit): number;
export function capUsd(amountUsd: number | null): number | null;
export function capUsd(amountUsd: number | null, unit = DOLLARS): number | null {
  if (amountUsd === null || unit !== DOLLARS) return amountUsd;
  return Math.min(Math.max(amountUsd, -DISPLAY_CAP_USD), DISPLAY_CAP_USD);
}

/**
 * Whether an amount is shown while the trader hides amounts: `always` is for amounts that are typed, paid or decided
 * on, and for the product's own amounts.
 */
export type SumShown = "unless_hidden" | "always";

function isHidden(shown: SumShown): boolean {
  return areSumsHidden.value && shown !== "always";
}

/** `$1,234.50`, `−$5.00`, of another unit `€1,234.50` or `1.23456 mBTC` */
export function formatMoney(amount: number, shown: SumShown = "unless_hidden", unit = DOLLARS): string {
  if (isHidden(shown)) return HIDDEN_SUM;
  return `${minusOf(amount, unit.decimals)}${inUnit(unsigned(amount, unit.decimals), unit)}`;
}

/** `+$12.30`, `−$12.30`, `$0.00`: a profit or loss, or a transfer. */
export function formatSignedMoney(amount: number, shown: SumShown = "unless_hidden", unit = DOLLARS): string {
  if (isHidden(shown)) return HIDDEN_SUM;
  return `${signText(amount, unit.decimals)}${inUnit(unsigned(amount, unit.decimals), unit)}`;
}

function inUnit(digits: string, { before, after }: MoneyUnit): string {
  return `${before}${digits}${after}`;
}

/** An amount within a sentence: a browser would break the line after its minus sign, which a word joiner prevents. */
export function inOneLine(amount: string): string {
  return amount.replace(MINUS, `${MINUS}\u2060`);
}

/**
 * A profit or loss in few characters, for a cell or the end of a bar: whole units, large amounts in thousands or
 * millions, below one unit with decimals. The exact amount, and a currency that is named after its amounts, are in the
 * tooltip and the label.
 * @param room `wide` for four digits, `narrow` for three without the sign of the currency
 */
export function formatShortMoney(amount: number, room: "wide" | "narrow", unit = DOLLARS): string {
  if (areSumsHidden.value) return HIDDEN_SUM;
  const isWide = room === "wide";
  const digits = shortDigits(Math.abs(amount), isWide ? 10_000 : NARROW_WHOLE, unit.decimals);
  return `${signText(amount, unit.decimals)}${isWide ? unit.before : ""}${digits}`;
}

const SHORT_UNITS = [
  { size: 1e9, letter: "B" },
  { size: 1e6, letter: "M" },
  { size: 1e3, letter: "k" },
] as const;

/** Amounts below it are whole in a narrow cell. */
const NARROW_WHOLE = 1_000;

/** @param decimals those of the currency: of more than two, a small amount keeps its first two digits, in a narrow cell in thousandths or millionths */
function shortDigits(amount: number, wholeBelow: number, decimals: number): string {
  if (signOf(amount, decimals) === 0) return "0";
  if (amount < 0.01 && decimals > 2 && wholeBelow === NARROW_WHOLE) {
    return amount < 0.001 ? `${unsigned(amount * 1e6, 0, 1)}µ` : `${unsigned(amount * 1e3, 0, 1)}m`;
  }
  if (amount < 1) return unsigned(amount, Math.min(decimals, 1 + Math.ceil(-Math.log10(amount))));
  if (decimals > 2 && amount < 100) return unsigned(amount, 0, 1);
  if (Math.round(amount) < wholeBelow) return unsigned(amount, 0);
  const unit = SHORT_UNITS.find(({ size }) => amount >= size * 0.9995) ?? SHORT_UNITS[2];
  const value = amount / unit.size;
  return `${value < 99.95 ? unsigned(value, 0, 1) : Math.round(value)}${unit.letter}`;
}

/** `$25.50`, `102,000 KHR`: an amount in any currency; other currencies have their code. */
export function formatSum(amount: number, currency: string, shown: SumShown = "unless_hidden"): string {
  if (currency === "USD") return formatMoney(amount, shown);
  if (isHidden(shown)) return HIDDEN_SUM;
  const digits = `${minusOf(amount, 2)}${unsigned(amount, Number.isInteger(amount) ? 0 : 2)}`;
  return currency === "KHR" ? formatText.riel(digits) : `${digits} ${currency}`;
}

/** The direction of an amount, once rounded as it is shown. */
export function directionOf(amount: number, { decimals } = DOLLARS): "up" | "down" | "flat" {
  return { "-1": "down", "0": "flat", "1": "up" }[signOf(amount, decimals)] as "up" | "down" | "flat";
}

/** `52.8%`. @param percent 52.8 for 52.8% */
export function formatPercent(percent: number, decimals = 1): string {
  return `${minusOf(percent, decimals)}${unsigned(percent, decimals)}%`;
}

/** `+1.2%`, `−0.4%`, `0.0%` */
export function formatSignedPercent(percent: number, decimals = 1): string {
  return `${signText(percent, decimals)}${unsigned(percent, decimals)}%`;
}

/** A price with its symbol's own decimals: `67,120.50` */
export function formatPrice(price: number, decimals: number): string {
  return `${minusOf(price, decimals)}${unsigned(price, decimals)}`;
}

/** `+824.30`: a price change. */
export function formatSignedPrice(change: number, decimals: number): string {
  return `${signText(change, decimals)}${unsigned(change, decimals)}`;
}

/** A price of whole steps, `10 ** -decimals` each: `67,120.50`. A fraction of a step is rounded. */
export function formatSteps(steps: number, decimals: number): string {
  return formatPrice(steps / 10 ** decimals, decimals);
}

/** `+824.30`: a change of a price, in steps. */
export function formatSignedSteps(change: number, decimals: number): string {
  return formatSignedPrice(change / 10 ** decimals, decimals);
}

/** An amount of whole units of 0.00000001: `0.10`. */
export function formatUnits(units: number): string {
  return formatAmount(units / 100_000_000);
}

/** A quantity of a traded asset: `0.10`, `2.00`, `0.00125`; at least two decimals, so that columns align. */
export function formatAmount(amount: number): string {
  return unsigned(amount, 2, 8);
}

/** A ratio such as the profit factor: `1.63` */
export function formatRatio(ratio: number): string {
  return `${minusOf(ratio, 2)}${unsigned(ratio, 2)}`;
}

/** `1,234` */
export function formatCount(count: number): string {
  return `${minusOf(count, 0)}${unsigned(count, 0)}`;
}

/** A date or time with some fields. A time of day that the zone's clocks show twice has its offset. */
export function formatWith(at: Instant, timeZone: string, fields: DateFields): string {
  const date = new Date(at);
  const text = dateFormat(date, timeZone, fields);
  return fields.hour === undefined ? text : text + repeatedTimeText(date.getTime(), timeZone);
}

/** `Oct 21, 2025` */
export function formatDate(at: Instant, timeZone: string): string {
  return formatWith(at, timeZone, { year: "numeric", month: "short", day: "numeric" });
}

/** `October 21, 2025` */
export function formatLongDate(at: Instant, timeZone: string): string {
  return formatWith(at, timeZone, { year: "numeric", month: "long", day: "numeric" });
}

/** `Oct 21` */
export function formatDay(at: Instant, timeZone: string): string {
  return formatWith(at, timeZone, { month: "short", day: "numeric" });
}

/** `Oct 2025` */
export function formatMonth(at: Instant, timeZone: string): string {
  return formatWith(at, timeZone, { year: "numeric", month: "short" });
}

/** `7:33 PM` */
export function formatTime(at: Instant, timeZone: string): string {
  return formatWith(at, timeZone, { hour: "12" });
}

/** `22:06:21`: a market time, with seconds. */
export function formatClock(at: Instant, timeZone: string): string {
  return formatWith(at, timeZone, { hour: "24", second: "whole" });
}

/** `22:06`: a market time for the hours of a chart. */
export function formatHour(at: Instant, timeZone: string): string {
  return formatWith(at, timeZone, { hour: "24" });
}

/** `Nov 21, 2026, 10:04 PM` */
export function formatDateTime(at: Instant, timeZone: string): string {
  return `${formatDate(at, timeZone)}, ${formatTime(at, timeZone)}`;
}

/** `Today`, `Yesterday`, else `Oct 21`, with the year if it is not the current one. */
export function formatRelativeDay(at: Instant, now: Instant, timeZone: string): string {
  const day = formatDate(at, timeZone);
  if (day === formatDate(now, timeZone)) return formatText.today;
  if (day === formatDate(new Date(now).getTime() - 86_400_000, timeZone)) return formatText.yesterday;
  const isThisYear = day.slice(-4) === formatDate(now, timeZone).slice(-4);
  return isThisYear ? formatDay(at, timeZone) : day;
}

/** Offsets are Latin in every language: `GMT+7`. */
function offsets(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "shortOffset" });
}

/** `Phnom Penh (GMT+7)`: a zone by its city, with its offset at an instant; `UTC` has no offset. */
export function formatZone(timeZone: string, at: Instant): string {
  const city = timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
  const offset = offsets(timeZone)
    .formatToParts(new Date(at))
    .find(({ type }) => type === "timeZoneName")?.value;
  return offset === undefined || offset === "UTC" || city === "UTC" ? city : `${city} (${offset})`;
}

/** A duration in its two largest units: `47 s`, `3 m`, `2 h 41 m`, `5 d 3 h`. */
export function formatAge(ageMs: number): string {
  const { units } = formatText;
  const seconds = Math.max(0, Math.floor(ageMs / 1000));
  if (seconds < 60) return withUnit(seconds, units.second);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return withUnit(minutes, units.minute);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const [large, small] =
    hours < 24
      ? [withUnit(hours, units.hour), withUnit(minutes % 60, units.minute)]
      : [withUnit(days, units.day), withUnit(hours % 24, units.hour)];
  return small.startsWith("0") ? large : `${large} ${small}`;
}

/** A number and its unit, between which no line breaks. */
function withUnit(count: number, unit: string): string {
  return `${count}\u00a0${unit}`;
}

/** The remaining time of a countdown, rounded up so that it ends at 0:00: `4:32` */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
