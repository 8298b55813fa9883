import { Buffer } from "node:buffer";

/**
 * Columns of numbers as one text, a few bytes a number. A million trades are read in one request, so reading one number takes some nanoseconds and no
 * allocation.
 *
 * A column is whole numbers as steps from the smallest, a list of the different numbers with places in it, or the numbers themselves. The text is
 * a line of JSON that says how each column is written, and then the bytes of all of them in base64.
 */

/** Numbers of a column; what is missing is NaN. */
export type Numbers = Float64Array;

/** How a column is written: the bytes of a number, and how one is made of them. */
type Packing =
  /** `base + step * place`; place 0 is a missing one where `hasMissing`. */
  | { width: 1 | 2 | 4; base: number; step: number; hasMissing: boolean }
  /** The first number, and `base + step * place` from one to the next. */
  | { width: 1 | 2 | 4; base: number; step: number; first: number }
  /** A place in a list, in which null is a missing one. */
  | { width: 1 | 2; list: (number | null)[] }
  /** The number itself. */
  | { width: 8 };

const LIST_MAX = 1_024;
/** Writes columns, of any lengths. @param columns those of `isNear` are each near the one before it, as times in their order */
export function packColumns(columns: readonly { numbers: Numbers; isNear?: boolean }[]): string {
  const packed = columns.map(({ numbers, isNear = false }) => pack(numbers, isNear));
  const head = JSON.stringify(packed.map(({ packing }) => packing));
  return `${head}\n${Buffer.concat(packed.map(({ bytes }) => bytes)).toString("base64")}`;
}

/** Reads what {@link packColumns} wrote. @param count of numbers in each column @param into for each column, where its numbers go from `at` on */
export function unpackColumns(
  text: string,
  count: number,
  { into, at }: { into: readonly Numbers[]; at: number },
): void {
  const end = text.indexOf("\n");
  // `packColumns` writes it.
  const packings = JSON.parse(text.slice(0, end)) as Packing[];
  const bytes = Buffer.from(text.slice(end + 1), "base64");
  const places = new Uint32Array(count);
  let offset = 0;
  for (const [column, packing] of packings.entries()) {
    const target = into[column];
    if (!target) throw new Error("more columns than were written");
    if (packing.width === 8) {
      target.set(new Float64Array(Uint8Array.from(bytes.subarray(offset, offset + 8 * count)).buffer), at);
    } else {
      readPlaces(bytes, offset, packing.width, places);
      unpack(packing, places, target, at);
    }
    offset += packing.width * count;
  }
}

function pack(numbers: Numbers, isNear: boolean): { packing: Packing; bytes: Uint8Array } {
  return (
    packSteps(numbers, isNear) ?? packPlaces(numbers) ?? { packing: { width: 8 }, bytes: bytesOf(numbers.slice()) }
  );
}

function bytesOf(numbers: Uint8Array | Uint16Array | Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** Null unless all are whole and their distances fit into four bytes. */
function packSteps(numbers: Numbers, isNear: boolean): { packing: Packing; bytes: Uint8Array } | null {
  if (isNear && !numbers.every(Number.isSafeInteger)) return null;
  const values = isNear ? differences(numbers) : numbers;
  let [low, high, hasMissing] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, false];
  for (const value of values) {
    if (Number.isNaN(value)) hasMissing = true;
    else if (!Number.isSafeInteger(value) || Object.is(value, -0)) return null;
    else {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) [low, high] = [0, 0];
  if (high - low > Number.MAX_SAFE_INTEGER) return null;
  let step = 0;
  for (const value of values) if (step !== 1 && !Number.isNaN(value)) step = commonDivisor(step, value - low);
  step ||= 1;
  const shift = hasMissing ? 1 : 0;
  const highest = (high - low) / step + shift;
  const width = highest < 2 ** 8 ? 1 : highest < 2 ** 16 ? 2 : highest < 2 ** 32 ? 4 : null;
  if (width === null) return null;
  const places = arrayOf(width, values.length);
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? Number.NaN;
    places[i] = Number.isNaN(value) ? 0 : (value - low) / step + shift;
  }
  const steps = { base: low, step };
  return {
    packing: isNear ? { width, ...steps, first: numbers[0] ?? 0 } : { width, ...steps, hasMissing },
    bytes: bytesOf(places),
  };
}

function differences(numbers: Numbers): Numbers {
  let before = numbers[0] ?? 0;
  return numbers.map((number) => {
    const difference = number - before;
    before = number;
    return difference;
  });
}

function commonDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

function arrayOf(width: 1 | 2 | 4, length: number): Uint8Array | Uint16Array | Uint32Array {
  if (width === 1) return new Uint8Array(length);
  return width === 2 ? new Uint16Array(length) : new Uint32Array(length);
}

/** Null where they are more than {@link LIST_MAX} different ones. */
function packPlaces(numbers: Numbers): { packing: Packing; bytes: Uint8Array } | null {
  const placeOf = new Map<number, number>();
  for (const number of numbers) {
    if (!placeOf.has(number)) placeOf.set(number, placeOf.size);
    if (placeOf.size > LIST_MAX) return null;
  }
  const width = placeOf.size <= 2 ** 8 ? 1 : 2;
  const places = arrayOf(width, numbers.length);
  for (let i = 0; i < numbers.length; i += 1) places[i] = placeOf.get(numbers[i] ?? Number.NaN) ?? 0;
  const list = [...placeOf.keys()].map((number) => (Number.isNaN(number) ? null : number));
  return { packing: { width, list }, bytes: bytesOf(places) };
}

/** Reads unsigned numbers, the lowest byte first, as the arrays of all processors that this runs on have them. */
function readPlaces(bytes: Uint8Array, offset: number, width: 1 | 2 | 4, places: Uint32Array): void {
  const count = places.length;
  const byte = (at: number) => bytes[at] ?? 0;
  // A loop for each width, and no array of the runtime for each: those would be three kinds in one loop, which takes twice as long.
  if (width === 1) for (let i = 0; i < count; i += 1) places[i] = byte(offset + i);
  else if (width === 2) {
    for (let i = 0, from = offset; i < count; i += 1, from += 2) places[i] = byte(from) | (byte(from + 1) << 8);
  } else {
    for (let i = 0, from = offset; i < count; i += 1, from += 4) {
      places[i] = byte(from) | (byte(from + 1) << 8) | (byte(from + 2) << 16) | (byte(from + 3) << 24);
    }
  }
}

function unpack(packing: Exclude<Packing, { width: 8 }>, places: Uint32Array, target: Numbers, at: number): void {
  const count = places.length;
  if ("list" in packing) {
    const list = new Float64Array(packing.list.map((number) => number ?? Number.NaN));
    for (let i = 0; i < count; i += 1) target[at + i] = list[places[i] ?? 0] ?? Number.NaN;
    return;
  }
  const { base, step } = packing;
  if ("first" in packing) {
    // The first distance is that from itself.
    let number = packing.first;
    for (let i = 0; i < count; i += 1) {
      number += base + step * (places[i] ?? 0);
      target[at + i] = number;
    }
  } else if (packing.hasMissing) {
    for (let i = 0; i < count; i += 1) {
      const place = places[i] ?? 0;
      target[at + i] = place === 0 ? Number.NaN : base + step * (place - 1);
    }
  } else {
    for (let i = 0; i < count; i += 1) target[at + i] = base + step * (places[i] ?? 0);
  }
}
