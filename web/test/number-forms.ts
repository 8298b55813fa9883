import { fireEvent } from "@testing-library/react";

/** The forms of numbers that each field is tried with; all of them are in `worker/contract/read-number.test.ts`. */

/** Forms of a sum, and the dollars that each of them is. */
export const SUMS: readonly (readonly [text: string, dollars: number])[] = [
  ["10,000", 10_000],
  ["10 000", 10_000],
  ["10\u00a0000", 10_000],
  ["១០,០០០", 10_000],
  ["５,０００", 5_000],
  ["៥០០.០០", 500],
  ["５００．５０", 500.5],
  ["$500", 500],
  ["500 USD", 500],
  ["500.", 500],
  ["0500.5", 500.5],
];

const COMMA = "A comma separates thousands, 1,500, and a point decimals, 1.50";

/** Forms that are a number in no field, and the words that refuse each of them at once. */
export const NO_NUMBERS: readonly (readonly [text: string, words: string])[] = [
  ["1.500,00", "The comma stands behind the point. Write it like 1,500.00"],
  ["1.234.567", "More than one point. Write it like 1,500.00"],
  ["1e3", "“e” is not part of a number. Write it like 1,500.00"],
  ["abc", "“abc” is not part of a number. Write it like 1,500.00"],
  ["-50", "Write it without + or −"],
  ["+50", "Write it without + or −"],
  ["1,0000", COMMA],
  ["0,5", COMMA],
];

/** Forms that more digits would complete, and the words that refuse each of them after a pause. */
export const UNFINISHED: typeof NO_NUMBERS = [
  ["1,5", COMMA],
  ["1,50", COMMA],
  ["10,00", COMMA],
  ["10 00", "A space separates thousands, 10 000. Leave out any other"],
];

const DECIMALS = "At most 2 decimals. For thousands write 1,500";

/** Forms that are no sum in dollars, and the words that refuse each of them; the last one after a pause. */
export const NO_SUMS: typeof NO_NUMBERS = [
  ...NO_NUMBERS,
  ["1.500", DECIMALS],
  ["១.៥០០", DECIMALS],
  ["៛50000", "“៛” is another currency. Write US dollars"],
  ["1,50", COMMA],
];

/** Forms of an amount or a percentage that is 1.5, where a number has no unit. */
export const ONE_AND_A_HALF: readonly string[] = ["1.5", "1.500", "១.៥", "１．５０", "01.5"];

/** Types a text key by key behind what the field holds after each of them. */
export async function typeKeys(field: HTMLInputElement, text: string): Promise<void> {
  await paste(field, "");
  for (const key of text) await paste(field, field.value + key);
}

/** Puts a text into a field at once, and lets the screen follow: signals render it after the event. */
export async function paste(field: HTMLInputElement, text: string): Promise<void> {
  fireEvent.change(field, { target: { value: text } });
  await Bun.sleep(0);
}

/** The two ways into a field, which comes to hold the text. */
export const WAYS = [
  ["typed", typeKeys],
  ["pasted", paste],
] as const;
