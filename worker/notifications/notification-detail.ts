import * as z from "zod";
import type { FiredAlert } from "../contract/alert-notice.ts";
import type { Language } from "../contract/languages.ts";
import { FEED_SYMBOL_LIST } from "../contract/symbols.ts";
import type { Translated } from "../contract/translated.ts";

/** What triggers, and the tool that announces news, write about an event: sums in cents, prices in steps. */
export type Detail = {
  cents?: number | null;
  bill?: string | null;
  /** The number of a withdrawal that a question is about. */
  number?: number | null;
  /** 1 where a picture comes with that question (`noticeDetail`). */
  hasPicture?: number;
  paid?: number;
  currency?: string;
  agent?: string;
  country?: string | null;
  session?: string | null;
  rule?: "stop_loss" | "trailing_stop" | "take_profit" | "stop_out";
  symbol?: string;
  direction?: "Buy" | "Sell";
  isAlsoInQuietHours?: boolean | number;
  title?: Translated;
  text?: Translated;
  /** Words and path of an event that says them itself. */
  words?: Partial<Record<Language, { title: string; line: string }>>;
  path?: string;
};

/** The detail of a notification. */
export function detailOf({ detail }: { detail: string }): Detail {
  // The triggers make these objects.
  return JSON.parse(detail) as Detail;
}

const side = z.enum(["rises", "falls"]);
const condition = z.discriminatedUnion("type", [
  z.object({ type: z.literal("level"), direction: side, price: z.number() }),
  z.object({ type: z.literal("line"), direction: side }),
  z.object({
    type: z.literal("move"),
    direction: z.enum(["up", "down", "either"]),
    basisPoints: z.number(),
    windowMs: z.number(),
  }),
]);
const firedDetail = z.object({
  alert: z.number(),
  symbol: z.enum(FEED_SYMBOL_LIST),
  // A trigger writes the column of the alert, which is JSON text.
  condition: z.preprocess(
    (given) => (typeof given === "string" ? parsed(given) : given),
    condition.nullable().catch(null),
  ),
  quote: z.object({ bid: z.number(), ask: z.number() }),
  note: z.string().nullish(),
});

/** The alert that a notification of `alert_fired` is about; null for one that this version cannot read. */
export function firedAlertOf({ detail }: { detail: string }): FiredAlert | null {
  const { data } = firedDetail.safeParse(parsed(detail));
  if (!data) return null;
  const { quote, note, ...alert } = data;
  return { ...alert, price2: quote.bid + quote.ask, note: note ?? "" };
}

/** The condition of an alert, as its row has it; null for one that this version cannot read. */
export function conditionOf(text: string) {
  return condition.nullable().catch(null).parse(parsed(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
