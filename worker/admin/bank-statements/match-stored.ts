import type { NewMatch } from "../../bank-statements/bank-statement-store.ts";
import { type Difference, type MatchLine, type MatchTransfer, matchLines } from "../../bank-statements/match-lines.ts";

/** A difference whose line is named as it is stored. */
export type StoredDifference = Omit<Difference, "lineId"> & { lineId: string | null };

/** As {@link matchLines}, of lines with the ids that they are stored under. */
export function matchStored(
  lines: readonly (Omit<MatchLine, "id"> & { id: string })[],
  transfers: readonly MatchTransfer[],
  known?: ReadonlySet<string>,
): { matches: NewMatch[]; differences: StoredDifference[] } {
  const { matches, differences } = matchLines(
    lines.map((line, id) => ({ ...line, id })),
    transfers,
    known,
  );
  const idOf = (at: number) => lines[at]?.id ?? "";
  return {
    matches: matches.map((match) => ({ ...match, lineId: idOf(match.lineId) })),
    differences: differences.map((one) => ({ ...one, lineId: one.lineId === null ? null : idOf(one.lineId) })),
  };
}
