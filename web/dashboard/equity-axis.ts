/** The heights at which lines stand, in dollars, the lowest and the highest at the ends of the plot. */
export type EquityAxis = { low: number; high: number; levels: readonly number[] };

const GAPS_MAX = 4;
/** The lowest span: a curve that stands still is a line in the middle and no mountain range of cents. */
const SPAN_USD_MIN = 4;

/** Round heights around all values: two to five, at distances of 1, 2, 2.5 or 5 times a power of ten. */
export function equityAxis(values: readonly number[]): EquityAxis {
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  const missing = Math.max(0, SPAN_USD_MIN - (highest - lowest)) / 2;
  const [from, to] = [lowest - missing, highest + missing];
  const power = 10 ** Math.floor(Math.log10((to - from) / GAPS_MAX));
  const gapsAt = (step: number) => Math.ceil(to / step) - Math.floor(from / step);
  const step = [1, 2, 2.5, 5, 10, 20].map((factor) => factor * power).find((size) => gapsAt(size) <= GAPS_MAX);
  if (step === undefined) throw new Error(`no round step between ${from} and ${to}`);
  const first = Math.floor(from / step);
  // Adding zero, for a -0 is none.
  const levels = Array.from({ length: gapsAt(step) + 1 }, (_, index) => (first + index) * step + 0);
  return { low: levels[0] ?? from, high: levels.at(-1) ?? to, levels };
}

const UNITS = [
  { size: 1_000_000, letter: "M" },
  { size: 1_000, letter: "k" },
  { size: 1, letter: "" },
];

/** `$850`, `$1.25k`, `−$2M`: every height in the unit of the largest, exactly, in the few characters that the gutter has. */
export function levelLabels(levels: readonly number[]): string[] {
  const largest = Math.max(...levels.map(Math.abs));
  const { size, letter } = UNITS.find((unit) => largest >= unit.size) ?? { size: 1, letter: "" };
  return levels.map((usd) => {
    const amount = (Math.abs(usd) / size).toLocaleString("en-US", { maximumFractionDigits: 6 });
    return `${usd < 0 ? "−" : ""}$${amount}${usd === 0 ? "" : letter}`;
  });
}
