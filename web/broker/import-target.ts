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
 * The account that a file is likely of: the one that the trader adds a file to, else that of the same platform, number and currency, else one whose
 * columns it has, else a new one.
 * @param addTo the account that the trader adds a file to; null where they chose none
 */
export function proposeTarget(
  { statement, answers, fileName }: { statement: Statement; answers: Answers; fileName: string },
  accounts: readonly BrokerAccount[],
  addTo: BrokerAccount | null,
): ImportTarget {
  if (addTo) return { kind: "existing", account: addTo };
  const number = endOfNumber(statement.account);
  const account = accounts.find((one) => {
    if (one.currency !== statement.currency) return false;
    if (number !== null) return one.accountNumber === number && one.platform === statement.platform;
    return answers.mapping !== undefined && hasSameColumns(mappingOf(one), answers.mapping);
  });
  if (account) return { kind: "existing", account };
  const name =
    answers.mapping || statement.format === "csv"
      ? fileName.replace(/\.[^.]*$/, "")
      : [statement.platform, number].filter(Boolean).join(" ");
  return { kind: "new", name: freeName(name.trim() || statement.platform, accounts) };
}

/** A name that no account has, within the limit. */
function freeName(wanted: string, accounts: readonly BrokerAccount[]): string {
  const names = new Set(accounts.map(({ name }) => name));
  const short = [...wanted].slice(0, BROKER.nameMax - NUMBER_KEPT).join("");
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
