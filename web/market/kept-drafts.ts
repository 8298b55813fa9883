import { TRADED_SYMBOL_LIST, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { accountKey } from "../state/account-storage.ts";
import { sessionStore } from "../state/browser-storage.ts";
import type { OrderDraft } from "./order-draft.ts";

/** What is typed in the ticket, by symbol. */
export type Drafts = Readonly<Partial<Record<TradedSymbol, OrderDraft>>>;

/** The orders in the ticket last as long as the tab: a page that is loaded again has them. */
const KEY = "ticket";

/** Keeps what an account has typed. */
export function keepDrafts(userId: string, drafts: Drafts): void {
  const key = accountKey(KEY, userId);
  if (Object.keys(drafts).length === 0) sessionStore.remove(key);
  else sessionStore.set(key, JSON.stringify(drafts));
}

/** What an account has typed. @param empty an order without input: what is not of its form was stored by another version */
export function keptDrafts(userId: string, empty: OrderDraft): Drafts {
  const stored = parse(sessionStore.get(accountKey(KEY, userId)));
  const drafts: Partial<Record<TradedSymbol, OrderDraft>> = {};
  for (const symbol of TRADED_SYMBOL_LIST) {
    const draft = isRecord(stored) ? stored[symbol] : undefined;
    if (isLike(draft, empty) && hasKnownChoices(draft)) drafts[symbol] = draft;
  }
  return drafts;
}

const CHOICES = {
  side: ["buy", "sell"],
  type: ["market", "limit", "stop", "stop_limit"],
  sizing: ["amount", "risk"],
  goodTill: ["cancelled", "day"],
} as const satisfies { [Name in keyof OrderDraft]?: readonly OrderDraft[Name][] };
const FORMS: readonly string[] = ["price", "distance", "money"];

function hasKnownChoices(draft: OrderDraft): boolean {
  const names = ["side", "type", "sizing", "goodTill"] as const;
  return (
    names.every((name) => CHOICES[name].some((choice) => choice === draft[name])) &&
    [draft.stop, draft.target].every(({ form }) => FORMS.includes(form))
  );
}

/** Whether a value has the fields of a sample, each of the same kind. */
function isLike<Sample>(value: unknown, sample: Sample): value is Sample {
  if (!isRecord(sample)) return typeof value === typeof sample;
  return isRecord(value) && Object.entries(sample).every(([name, part]) => isLike(value[name], part));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
