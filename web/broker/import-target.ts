import { BROKER } from "../../worker/contract/broker/broker-limits.ts";
import type { Mapping } from "../imports/statement/mapping.ts";
import type { Answers, Statement } from "../imports/statement/statement.ts";
import type { BrokerAccount } from "./broker-calls.ts";

/** Where the trades of a file go: an account that is there, or a new one of this name. */
export type ImportTarget = { kind: "existing"; account: BrokerAccount } | { kind: "new"; name: string };

const NUMBER_KEPT = 4;

/** What is kept of an account's number. */
export function endOfNumber(account: string | null): string | null {
  return account === null ? null : account.slice(-NUMBER_KEPT);
}

/**
 * The account that a file is likely of: the one that the trader adds a file to, else one in its currency that has its columns, or is of the same
 * platform and number, also where the platform's files have no number: what one of them leaves open is closed by the next. Else a new one.
 * @param addTo the account that the trader adds a file to; null where they chose none
 */
export function proposeTarget(
  { statement, answers, fileName }: { statement: Statement; answers: Answers; fileName: string },
  accounts: readonly BrokerAccount[],
  addTo: BrokerAccount | null,
): ImportTarget {
  if (addTo) return { kind: "existing", account: addTo };
  const number = endOfNumber(statement.account);
  const isOfAnybody = answers.mapping !== undefined || statement.format === "csv";
  const named = isOfAnybody ? fileName.replace(/\.[^.]*$/, "") : [statement.platform, number].filter(Boolean).join(" ");
  const name = shortName(named.trim() || statement.platform);
  const account = accounts.find((one) => {
    if (one.currency !== statement.currency) return false;
    if (answers.mapping && hasSameColumns(mappingOf(one), answers.mapping)) return true;
    if (one.platform !== statement.platform) return false;
    // A page that was closed while it sent a file leaves its account without one.
    if (one.name === name && one.imports.length === 0) return true;
    return one.accountNumber === number && (number !== null || !isOfAnybody);
  });
  return account ? { kind: "existing", account } : { kind: "new", name: freeName(name, accounts) };
}

/** A name within the limit, also with a number behind it. */
function shortName(wanted: string): string {
  return [...wanted]
    .slice(0, BROKER.nameMax - NUMBER_KEPT)
    .join("")
    .trim();
}

/** A name that no account has. */
function freeName(short: string, accounts: readonly BrokerAccount[]): string {
  const names = new Set(accounts.map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? short : `${short} ${number}`;
    if (!names.has(name)) return name;
  }
}

/** Why the trades cannot go there; null where they can. */
export function targetProblem(
  target: ImportTarget,
  { currency }: Pick<Statement, "currency">,
  accounts: readonly BrokerAccount[],
): "other_currency" | "full" | null {
  if (target.kind === "new") return accounts.length >= BROKER.accountsMax ? "full" : null;
  return target.account.currency === currency ? null : "other_currency";
}

/** The columns that an account remembers of its files; null where it remembers none. */
export function mappingOf({ mapping }: Pick<BrokerAccount, "mapping">): Mapping | null {
  const isMapping =
    typeof mapping === "object" && mapping !== null && "heads" in mapping && Array.isArray(mapping.heads);
  // Only this client writes it, as the type of its step.
  return isMapping ? (mapping as Mapping) : null;
}

function hasSameColumns(one: Mapping | null, other: Mapping): boolean {
  return one !== null && JSON.stringify(one) === JSON.stringify(other);
}
