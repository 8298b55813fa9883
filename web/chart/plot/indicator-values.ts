import { formatPrice, NO_VALUE } from "../../ui/format.ts";
import type { LineColour } from "../indicators/chosen-indicators.ts";
import type { IndicatorKind } from "../indicators/indicator.ts";
import { indicatorText } from "../indicators/indicator-text.ts";
import type { ShownIndicator } from "./indicator-board.ts";

/**
 * A value of an indicator as text.
 * @param formatLikePrice for what has the unit of prices
 */
export function formatValue(
  { pane, scale }: Pick<IndicatorKind, "pane" | "scale">,
  value: number,
  formatLikePrice: (price: number) => string,
): string {
  if (Number.isNaN(value)) return NO_VALUE;
  if (scale) return formatPrice(value, 1);
  return pane === "volume" ? formatVolume(value) : formatLikePrice(value);
}

/** A volume as text. */
export function formatVolume(volume: number): string {
  return formatPrice(volume, volume < 1_000 ? 1 : 0);
}

/** A line of an indicator as text: its name with that of the indicator, and its value in a row. */
type ReadLine = { title: string; colour: LineColour | null; at: (row: number) => number };

/** The lines of an indicator as text. Of the two lines of a trend each row has one: they are read as one line. */
export function readLines({ chosen, label, lines }: ShownIndicator): ReadLine[] {
  const [up, down] = lines;
  if (chosen.kind === "supertrend" && up && down) {
    const at = (row: number) => (Number.isNaN(up.values.at(row)) ? down : up).values.at(row);
    return [{ title: label, colour: null, at }];
  }
  const names: Readonly<Record<string, string>> = indicatorText[chosen.kind].lines;
  return lines.map(({ name, colour, values }) => ({
    title: lines.length > 1 ? `${label} ${names[name]}` : label,
    colour,
    at: (row) => values.at(row),
  }));
}
