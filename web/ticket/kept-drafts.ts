import { TRADED_SYMBOL_LIST, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { accountKey } from "../state/storage/account-storage.ts";
import { sessionStore } from "../state/storage/browser-storage.ts";

/** What is typed in the ticket, by symbol. */
export type Drafts<Draft> = Readonly<Partial<Record<TradedSymbol, Draft>>>;

/** The orders in the ticket last as long as the tab: a page that is loaded again has them. */
const KEY = "ticket";

/** Keeps what an account has typed. */
export function keepDrafts<Draft>(userId: string, drafts: Drafts<Draft>): void {
  const key = accountKey(KEY, userId);
  if (Object.keys(drafts).length === 0) sessionStore.remove(key);
  else sessionStore.set(key, JSON.stringify(drafts));
}

/**
 * What an account has typed.
 * @param sample an order: what is not of its form was stored by another version
 * @param choices the values that fields with few of them have, by the names of the fields
 */
export function keptDrafts<Draft>(
  userId: string,
  sample: Draft,
  choices: Readonly<Record<string, readonly string[]>>,
): Drafts<Draft> {
  const stored = parse(sessionStore.get(accountKey(KEY, userId)));
  const drafts: Partial<Record<TradedSymbol, Draft>> = {};
  for (const symbol of TRADED_SYMBOL_LIST) {
    const draft = isRecord(stored) ? stored[symbol] : undefined;
    if (isLike(draft, sample, choices)) drafts[symbol] = draft;
  }
  return drafts;
}

/** Whether a value has the fields of a sample, each of the same kind, and one of its choices. */
function isLike<Sample>(
  value: unknown,
  sample: Sample,
  choices: Readonly<Record<string, readonly string[]>>,
): value is Sample {
  if (!isRecord(sample)) return typeof value === typeof sample;
  if (!isRecord(value)) return false;
  return Object.entries(sample).every(([name, part]) => {
    const known = choices[name];
    return known ? known.some((choice) => choice === value[name]) : isLike(value[name], part, choices);
  });
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
