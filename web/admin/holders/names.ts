import type { InferResponseType } from "hono/client";
import { compareNames, isSameName, type NameComparison } from "../../../worker/contract/compare-names.ts";
import type { api } from "../../state/api.ts";

/** What the API knows of the names of a withdrawal: the earlier decisions, newest first, and who else has its destination. */
export type Names = InferResponseType<(typeof api.admin.withdrawals)[":id"]["$get"]>["names"];

/** In place of what the answer does not have, as that of an earlier version. */
export const NO_NAMES: Names = { checks: [], others: [], card: null, cardOthers: [] };

/** What the withdrawal itself says. */
type NamedRequest = {
  paymentMethod: "KHQR" | "Bank Transfer";
  /** As the trader wrote it; null in a request of before holders were asked for. */
  holder: string | null;
  user: { name: string };
};

/** A name that was read in a payment code, or that the admin wrote because it could not be. */
export type CodeName = { name: string; isRead: boolean };

/** The names of a withdrawal beside each other. */
export type NamesState = {
  /** The holder's name that counts; empty while it is not known. */
  holder: string;
  from: "client" | "code" | "admin" | "unknown";
  comparison: NameComparison;
  /** An earlier decision about these two names, which stands. */
  decided: Names["checks"][number] | null;
  /** Whether an approval takes a reason: the names are not the same, and nobody has decided about them. */
  needsReason: boolean;
};

/** Whether the name is not the trader's to say: the code says whose it is, or the trader was not asked. */
export function isHolderSought({ paymentMethod, holder }: Pick<NamedRequest, "paymentMethod" | "holder">): boolean {
  return paymentMethod === "KHQR" || holder === null;
}

/** Compares the names as the API does at an approval. @param codeName null until it is read or written */
export function namesState(request: NamedRequest, names: Names, codeName: CodeName | null): NamesState {
  const account = request.user.name;
  const current = names.checks.filter(({ accountName }) => accountName === account);
  const { holder, from } = holderOf(request, current[0], codeName);
  const comparison = compareNames(holder, account);
  const decided =
    current.find(({ verdict, holder: before }) => verdict === "accepted" && isSame(before, holder)) ?? null;
  return { holder, from, comparison, decided, needsReason: comparison.verdict !== "same" && decided === null };
}

function isSame(before: string, holder: string): boolean {
  return before === holder || isSameName(before, holder);
}

function holderOf(
  request: NamedRequest,
  newest: Names["checks"][number] | undefined,
  codeName: CodeName | null,
): Pick<NamesState, "holder" | "from"> {
  if (!isHolderSought(request)) return { holder: request.holder ?? "", from: "client" };
  if (codeName?.name) return { holder: codeName.name, from: codeName.isRead ? "code" : "admin" };
  return newest ? { holder: newest.holder, from: newest.holderFrom } : { holder: "", from: "unknown" };
}
