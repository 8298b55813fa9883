import * as z from "zod";
import { PRICE_SOURCES, type SourceId } from "../contract/quotes.ts";

/**
 * The use that a source's terms, or a contract with it, allow: use by oneself alone, showing its prices to others on a screen,
 * or passing them on as data. `docs/price-licences.md` says what each class covers.
 */
const LICENCES = ["personal", "display", "redistribute"] as const;
type Licence = (typeof LICENCES)[number];

/** Without a list of sources these apply, in this order; Finnhub only with a key. */
const DEFAULT_SOURCES: readonly SourceId[] = ["coinbase", "kraken", "finnhub"];

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return names.some((known) => known === name);
}

function listedNames(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((name) => name !== "");
}

/** `PRICE_SOURCES`: names of sources in order of preference, with commas between. Null when the list is empty. */
const sourceList = z
  .string()
  .default("")
  .transform((text, ctx) => {
    const listed: SourceId[] = [];
    for (const name of listedNames(text)) {
      if (!isOneOf(PRICE_SOURCES, name))
        ctx.addIssue(`${JSON.stringify(name)} is not one of ${PRICE_SOURCES.join(", ")}`);
      else if (listed.includes(name)) ctx.addIssue(`${name} is listed twice`);
      else listed.push(name);
    }
    return listed.length > 0 ? listed : null;
  });

/** `PRICE_LICENCES`: `source:licence` pairs, with commas between. */
const licenceList = z
  .string()
  .default("")
  .transform((text, ctx) => {
    const licences = new Map<SourceId, Licence>();
    for (const pair of listedNames(text)) {
      const [source = "", licence = ""] = pair.split(":").map((part) => part.trim());
      if (!isOneOf(PRICE_SOURCES, source))
        ctx.addIssue(`${JSON.stringify(source)} is not one of ${PRICE_SOURCES.join(", ")}`);
      else if (!isOneOf(LICENCES, licence))
        ctx.addIssue(`${JSON.stringify(pair)} names none of ${LICENCES.join(", ")}`);
      else licences.set(source, licence);
    }
    return licences;
  });

/** The settings of the price sources. */
export const priceSourceSettings = {
  /** `simulated` prices are labelled on every screen, and need no licence. */
  PRICE_SOURCE_KIND: z.enum(["live", "simulated"]),
  /** In order of preference; without a list: Coinbase, Kraken, and Finnhub if it has a key. */
  PRICE_SOURCES: sourceList,
  /** The use that is licensed for each source; see `docs/price-licences.md`. */
  PRICE_LICENCES: licenceList,
  /** Finnhub's address and key. */
  PRICE_SOURCE_URL: z.url(),
  PRICE_SOURCE_KEY: z.string().default(""),
  COINBASE_FEED_URL: z.url(),
  COINBASE_API_URL: z.url(),
  KRAKEN_FEED_URL: z.url().default("https://ws.kraken.com/v2"),
};

type ListSettings = { PRICE_SOURCES: SourceId[] | null; PRICE_SOURCE_KEY: string };
type LicenceSettings = ListSettings & {
  PRICE_SOURCE_KIND: "live" | "simulated";
  PRICE_LICENCES: ReadonlyMap<SourceId, Licence>;
};

/** The configured sources, in order of preference. */
export function listedPriceSources({ PRICE_SOURCES: listed, PRICE_SOURCE_KEY }: ListSettings): readonly SourceId[] {
  return listed ?? DEFAULT_SOURCES.filter((source) => source !== "finnhub" || PRICE_SOURCE_KEY !== "");
}

/**
 * The setting that the price sources lack, or null: a key for a listed Finnhub, or, where prices are live, a licence
 * that allows showing them to traders.
 */
export function priceSourceFault(settings: LicenceSettings, given: { isLocal: boolean }): string | null {
  const sources = listedPriceSources(settings);
  if (sources.includes("finnhub") && settings.PRICE_SOURCE_KEY === "") {
    return "PRICE_SOURCE_KEY: must not be empty while PRICE_SOURCES lists finnhub";
  }
  if (given.isLocal || settings.PRICE_SOURCE_KIND === "simulated") return null;
  const unlicensed = sources.filter((source) => !mayBeShown(settings.PRICE_LICENCES.get(source)));
  if (unlicensed.length === 0) return null;
  return `PRICE_LICENCES: must name a licence to show the prices of ${unlicensed.join(", ")} (docs/price-licences.md)`;
}

function mayBeShown(licence: Licence | undefined): boolean {
  return licence === "display" || licence === "redistribute";
}
