/**
 * A finding of a restore beyond its copy, for the admins who approve it.
 *
 * `lost` are rows that the database committed and nobody was told of: they are in neither copy nor journal. `not_journalled`
 * are rows of the copy that the journal does not have. All others are records whose state the journal brought.
 */
export const RESTORE_FINDINGS = [
  "withdrawal",
  "deposit",
  "exception",
  "import",
  "person",
  "lost",
  "not_journalled",
] as const;

/** A record that differs from the copy. Money in cents. */
export type RestoreFinding = {
  kind: (typeof RESTORE_FINDINGS)[number];
  /** The record's id; for rows that are no record, their sequences in the journal. */
  id: string;
  /** The status in the copy; null when the copy does not have it. */
  before: string | null;
  /** The status after the restore. */
  after: string | null;
  amountCents: number | null;
  /** The trader whose record it is. */
  userId: string | null;
};

/** The most findings that a restore stores; it counts all. */
export const RESTORE_FINDINGS_MAX = 200;
/** How many admins approve a restore. */
export const RESTORE_ADMINS = 2;
