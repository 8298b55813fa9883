import { TERMINAL } from "../../../worker/contract/terminal/terminal-limits.ts";
import { fitSettings, type StoredSettings } from "./indicator.ts";
import { INDICATORS, type IndicatorName } from "./indicator-kinds.ts";
import { indicatorText } from "./indicator-text.ts";

/** The colours of an indicator's lines. They are the theme's, so that a line stays readable in every theme. */
export const LINE_COLOURS = ["accent", "text", "warn", "up", "down", "muted"] as const;

export type LineColour = (typeof LINE_COLOURS)[number];

/** The colours of a line that says nothing of up or down, such as an average. */
const NEUTRAL_COLOURS: readonly LineColour[] = LINE_COLOURS.filter((colour) => colour !== "up" && colour !== "down");

/** An indicator on the chart. The same kind may be there several times. */
export type ChosenIndicator = {
  id: string;
  kind: IndicatorName;
  settings: Readonly<Record<string, number>>;
  /** Of the kind's lines in their order; those of a histogram are the theme's for up and down. */
  colours: readonly LineColour[];
  isHidden: boolean;
};

/** The indicators in the order in which they are listed and drawn. */
export type ChosenIndicators = readonly ChosenIndicator[];

export const INDICATORS_MAX = TERMINAL.indicatorsMax;

/** Colours of kinds whose lines have a meaning. The only line of others has one that no indicator of its pane has. */
const KIND_COLOURS: { [Name in IndicatorName]?: readonly LineColour[] } = {
  bollingerBands: ["muted", "muted", "muted"],
  supertrend: ["up", "down"],
  macd: ["accent", "warn"],
  stochastic: ["accent", "warn"],
  adx: ["accent", "up", "down"],
};

/** The colours that the lines of a kind may be given: those of up and down where its lines mean that. */
export function coloursFor(kind: IndicatorName): readonly LineColour[] {
  return KIND_COLOURS[kind]?.includes("up") ? LINE_COLOURS : NEUTRAL_COLOURS;
}

/** The names of the lines of a kind that have a colour of their own. */
export function colouredLines(kind: IndicatorName): string[] {
  return Object.entries(INDICATORS[kind].lines).flatMap(([name, form]) => (form === "line" ? [name] : []));
}

/** Adds an indicator with the standard settings at the end; changes nothing where there are {@link INDICATORS_MAX}. */
export function addIndicator(list: ChosenIndicators, kind: IndicatorName, id: string): ChosenIndicators {
  if (list.length >= INDICATORS_MAX) return list;
  const { pane } = INDICATORS[kind];
  const used = list
    .filter((one) => pane === "price" && INDICATORS[one.kind].pane === pane)
    .map(({ colours }) => colours[0]);
  const free = NEUTRAL_COLOURS.find((colour) => !used.includes(colour)) ?? LINE_COLOURS[0];
  const colours = KIND_COLOURS[kind] ?? [free];
  return [...list, { id, kind, settings: fitSettings(INDICATORS[kind].settings, {}), colours, isHidden: false }];
}

/** Changes properties of one indicator. */
export function changeIndicator(
  list: ChosenIndicators,
  id: string,
  change: Partial<Pick<ChosenIndicator, "settings" | "colours" | "isHidden">>,
): ChosenIndicators {
  return list.map((one) => (one.id === id ? { ...one, ...change } : one));
}

export function removeIndicator(list: ChosenIndicators, id: string): ChosenIndicators {
  return list.filter((one) => one.id !== id);
}

/** Exchanges an indicator with the one before (-1) or after (1) it; changes nothing at the ends. */
export function moveIndicator(list: ChosenIndicators, id: string, by: -1 | 1): ChosenIndicators {
  const from = list.findIndex((one) => one.id === id);
  const [moved, other] = [list[from], list[from + by]];
  if (!moved || !other) return list;
  return list.with(from, other).with(from + by, moved);
}

/**
 * Reads indicators that were kept. Settings out of bounds are fitted; what is no known indicator is left out.
 * @returns null where it is no list
 */
export function readIndicators(kept: unknown): ChosenIndicators | null {
  if (!Array.isArray(kept)) return null;
  const read = kept.flatMap((one: unknown) => readIndicator(one) ?? []);
  return [...new Map(read.map((one) => [one.id, one])).values()].slice(0, INDICATORS_MAX);
}

function readIndicator(stored: unknown): ChosenIndicator | null {
  if (!isRecord(stored) || typeof stored.id !== "string" || !isIndicatorName(stored.kind)) return null;
  const { id, kind, settings, colours } = stored;
  const given: unknown[] = Array.isArray(colours) ? colours : [];
  // Over the candles, what was given the colour of up or down before it was reserved is grey.
  const known = INDICATORS[kind].pane === "price" ? coloursFor(kind) : LINE_COLOURS;
  const read = (colour: unknown) =>
    known.find((one) => one === colour) ?? (colour === "up" || colour === "down" ? "muted" : LINE_COLOURS[0]);
  return {
    id,
    kind,
    settings: fitSettings(INDICATORS[kind].settings, isRecord(settings) ? settings : {}),
    colours: colouredLines(kind).map((_, i) => read(given[i])),
    isHidden: stored.isHidden === true,
  };
}

function isRecord(value: unknown): value is StoredSettings {
  return typeof value === "object" && value !== null;
}

function isIndicatorName(value: unknown): value is IndicatorName {
  return typeof value === "string" && Object.hasOwn(INDICATORS, value);
}

/** `SMA 9`, `MACD 12, 26, 9`: the short name with the settings. */
export function indicatorLabel({ kind, settings }: Pick<ChosenIndicator, "kind" | "settings">): string {
  const values = Object.keys(INDICATORS[kind].settings).map((name) => settings[name]);
  return `${indicatorText[kind].short} ${values.join(", ")}`.trim();
}
