import type { Withdrawal } from "./withdrawal-calls.ts";

/** What the table and the cards of withdrawals that are over show. */
export type DoneListProps = {
  withdrawals: readonly Withdrawal[];
  /** Those that show all there is to know. */
  openIds: ReadonlySet<string>;
  onToggle: (id: string) => void;
  timeZone: string;
};

/** Requests that have ended, a page at a time: a table on desks, cards on phones. What is open stays so when that changes. */
