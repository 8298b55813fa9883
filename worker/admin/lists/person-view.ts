import type { CsvColumns } from "../../platform/csv.ts";

type PersonRow = Record<"_id" | "email" | "username" | "firstName" | "lastName", string> & {
  closedAtMs: number | null;
  frozenAtMs: number | null;
};

/** A user as the admin lists show them. */
export function personView({ _id, email, username, firstName, lastName, ...row }: PersonRow) {
  /** When the account was closed; its name is erased then. */
  const closedAt = row.closedAtMs === null ? null : new Date(row.closedAtMs).toISOString();
  /** Since when no money can leave the account. */
  const frozenAt = row.frozenAtMs === null ? null : new Date(row.frozenAtMs).toISOString();
  return { _id, email, username, name: `${firstName} ${lastName}`, closedAt, frozenAt };
}

/** The columns of a user in admin CSV files; empty where nobody knows whose a row is. */
export const PERSON_CSV: CsvColumns<{ user: ReturnType<typeof personView> | null }> = [
  ["Trader", ({ user }) => user?.name ?? null],
  ["Username", ({ user }) => user?.username ?? null],
  ["E-mail", ({ user }) => user?.email ?? null],
];
