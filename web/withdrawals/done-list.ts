import type { Withdrawal } from "./withdrawal-calls.ts";

/** The props shared by the table and the cards of ended withdrawals. */
export type DoneListProps = {
  withdrawals: readonly Withdrawal[];
  /** The ids of the expanded withdrawals. */
  openIds: ReadonlySet<string>;
  onToggle: (id: string) => void;
  timeZone: string;
};
