import { asciiOf } from "./ascii.ts";
import { scriptOf } from "./compare-names.ts";
import { KHMER_MONTHS } from "./khmer-months.ts";
import { dayOfIsoDate, isoDate, readIsoDate } from "./trade-calendar.ts";

/**
 * The one reader of what an admin types from an identity card, in the page and in the API. Dates are written as on the card, day before
 * month, or as this product writes them; digits may be those of any script. What is not understood is refused with the reason.
 */

/** The fields of a card. Dates are ISO 8601. @property expiresOn null for a card without an expiry */
export type CardFields = { name: string; number: string; birthDate: string; expiresOn: string | null };

/** The fields as they are typed, by their names in the API. */
export type TypedCard = {
  cardName: string;
  cardNumber: string;
  birthDate: string;
  expiresOn: string;
  /** The admin's choice that the card says no expiry. */
  hasNoExpiry: boolean;
};

/** A field of {@link TypedCard} that can be at fault. */
export type CardField = Exclude<keyof TypedCard, "hasNoExpiry">;

/**
 * Why a field is not understood, or cannot be of a card that is accepted.
 *
 * - `empty`: nothing is written. `no_expiry`: the same of an expiry, which the admin may say there is none of.
 * - `script`: a name that is not in Latin letters alone.
 * - `number`: no document's number has these characters, or so many.
 * - `date`: no form of a date that is read. `year`: its year has two digits. `no_day`: there is no such day.
 * - `birth`: nobody who was born on that day has a card. `expired`: the card's last day has passed. `far`: no card lasts so long.
 * - `both`: an expiry, and the choice that there is none.
 */
export type CardFault =
  | "empty"
  | "no_expiry"
  | "script"
  | "number"
  | "date"
  | "year"
  | "no_day"
  | "birth"
  | "expired"
  | "far"
  | "both";

type Reading<Value> = { value: Value } | { fault: CardFault };

/** The space bar of a Khmer keyboard types a zero-width one. */
const SPACES = /[\p{Z}\s\u200b]+/gu;
const CARD_NUMBER = /^(?=(?:.*\d){4})[A-Z0-9]{5,20}$/;
const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
] as const;
const MONTH_LETTERS_MIN = 3;

/** The youngest age at which a document has its own picture, and the oldest that is taken for no slip of a finger, in years. */
const AGE = { min: 5, max: 120 } as const;
/** The longest that a document is valid, in years: those of the elderly. */
const VALID_YEARS_MAX = 50;

/**
 * Reads all fields of a card.
 * @param today ISO date of the operation's calendar
 * @param rules.mayHaveExpired for a card that is verified already: it may have expired since
 */
export function readCard(
  typed: TypedCard,
  today: string,
  { mayHaveExpired = false }: { mayHaveExpired?: boolean } = {},
): { card: CardFields } | { faults: Partial<Record<CardField, CardFault>> } {
  const readings = {
    cardName: readCardName(typed.cardName),
    cardNumber: readCardNumber(typed.cardNumber),
    birthDate: bornOn(readCardDate(typed.birthDate), today),
    expiresOn: expiryOf(typed, mayHaveExpired ? EARLIEST : today, today),
  };
  const { cardName, cardNumber, birthDate, expiresOn } = readings;
  if ("value" in cardName && "value" in cardNumber && "value" in birthDate && "value" in expiresOn) {
    return {
      card: {
        name: cardName.value,
        number: cardNumber.value,
        birthDate: birthDate.value,
        expiresOn: expiresOn.value,
      },
    };
  }
  return {
    faults: Object.fromEntries(
      Object.entries(readings).flatMap(([field, reading]) => ("fault" in reading ? [[field, reading.fault]] : [])),
    ),
  };
}

/** Reads the name in Latin letters, which each document has. */
export function readCardName(typed: string): Reading<string> {
  const name = typed.replaceAll(SPACES, " ").trim();
  if (name === "") return { fault: "empty" };
  return scriptOf(name) === "latin" ? { value: name } : { fault: "script" };
}

/** Reads the number of a document: capitals and digits, without what stands between groups of them. */
export function readCardNumber(typed: string): Reading<string> {
  const number = asciiOf(typed)
    .replaceAll(SPACES, "")
    .replaceAll(/[-.‐‑–]/g, "")
    .toUpperCase();
  if (number === "") return { fault: "empty" };
  return CARD_NUMBER.test(number) ? { value: number } : { fault: "number" };
}

/**
 * Reads a date: `21.11.2026`, `21/11/2026`, `21 November 2026`, `Nov 21, 2026`, `2026-11-21`, with months also in Khmer. Of two numbers
 * the first is the day, as on the documents that are sent; a year has four digits.
 */
export function readCardDate(typed: string): Reading<string> {
  const plain = asciiOf(typed).replaceAll(SPACES, " ").trim().toLowerCase();
  if (plain === "") return { fault: "empty" };
  const parts = plain.split(/ ?[./,-] ?| /).filter((part) => part !== "");
  const [first = "", second = "", third = ""] = parts;
  if (parts.length !== 3) return { fault: "date" };
  const [year, month, day] = /^\d{4}$/.test(first)
    ? [first, monthOf(second), third]
    : isWord(first)
      ? [third, monthOf(first), second]
      : [third, monthOf(second), first];
  if (month === null || !/^\d{1,2}$/.test(day)) return { fault: "date" };
  if (/^\d{2}$/.test(year)) return { fault: "year" };
  if (!/^\d{4}$/.test(year)) return { fault: "date" };
  const date = `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return readIsoDate(date) === null ? { fault: "no_day" } : { value: date };
}

function isWord(part: string): boolean {
  return !/^\d/.test(part);
}

/** The number of a month, from 1; null for what names none. A number beyond twelve is one: there is no such day. */
function monthOf(part: string): number | null {
  if (/^\d{1,2}$/.test(part)) return Number(part);
  const english = part.length < MONTH_LETTERS_MIN ? -1 : MONTHS.findIndex((month) => month.startsWith(part));
  const names: readonly string[] = KHMER_MONTHS;
  const at = english >= 0 ? english : names.indexOf(part);
  return at < 0 ? null : at + 1;
}

function bornOn(date: Reading<string>, today: string): Reading<string> {
  if ("fault" in date) return date;
  const isPossible = date.value <= yearsAfter(today, -AGE.min) && date.value >= yearsAfter(today, -AGE.max);
  return isPossible ? date : { fault: "birth" };
}

/** Before it no card of a person who lives today has expired. */
const EARLIEST = "1980-01-01";

/** @param from the first day on which it may expire, ISO date */
function expiryOf({ expiresOn, hasNoExpiry }: TypedCard, from: string, today: string): Reading<string | null> {
  const date = readCardDate(expiresOn);
  if ("fault" in date) {
    if (date.fault !== "empty") return date;
    return hasNoExpiry ? { value: null } : { fault: "no_expiry" };
  }
  if (hasNoExpiry) return { fault: "both" };
  if (date.value < from) return { fault: "expired" };
  return date.value > yearsAfter(today, VALID_YEARS_MAX) ? { fault: "far" } : date;
}

/** An ISO date some years away, to compare others with: the 29th of February may be of a year without one. */
function yearsAfter(date: string, years: number): string {
  return `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
}

/** What is said of a card's expiry on a day: nothing for one that lasts, or has none. */
export type CardExpiry = "expired" | "soon" | null;

/** For how many days before its end a card is said to expire, to its trader and to who reviews a withdrawal. */
const CARD_EXPIRES_SOON_DAYS = 30;

/** Whether a card has expired, or does within {@link CARD_EXPIRES_SOON_DAYS}. It is valid on its last day. @param today ISO date */
export function cardExpiry(expiresOn: string | null, today: string): CardExpiry {
  if (expiresOn === null || expiresOn > soonUntil(today)) return null;
  return expiresOn < today ? "expired" : "soon";
}

/** The last day of the cards that are said to expire. @param today ISO date @returns ISO date */
export function soonUntil(today: string): string {
  return isoDate(dayOfIsoDate(today) + CARD_EXPIRES_SOON_DAYS);
}
