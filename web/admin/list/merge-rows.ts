type Named = { _id: string };

/** A list after a refresh that moves no row: see {@link mergeRows}. */
export type Merged<Row> = {
  rows: readonly Row[];
  /** Ids of `rows` that are no longer in the list. */
  goneIds: ReadonlySet<string>;
  /** How many new rows belong above or between the others. */
  newCount: number;
};

/**
 * Refreshes a list without moving the shown rows: they are updated in place, new rows at the end are appended, and new
 * rows above or between are only counted.
 * @param shown the rows on the screen
 * @param fresh the first rows of the list as it is now, as many pages as are shown
 * @param hasMore whether the list continues after `fresh`: the last shown rows may have been pushed out, and are not
 * gone
 */
export function mergeRows<Row extends Named>(
  shown: readonly Row[],
  fresh: readonly Row[],
  { hasMore }: { hasMore: boolean },
): Merged<Row> {
  const freshById = new Map(fresh.map((row) => [row._id, row]));
  const shownIds = new Set(shown.map(({ _id }) => _id));
  const lastKept = shown.findLastIndex(({ _id }) => freshById.has(_id));
  const lastFresh = fresh.findLastIndex(({ _id }) => shownIds.has(_id));
  const isPushedOut = (index: number) => hasMore && index > lastKept;
  const gone = shown.filter(({ _id }, index) => !freshById.has(_id) && !isPushedOut(index));
  const added = fresh.filter(({ _id }, index) => index > lastFresh && !shownIds.has(_id));
  const isNewAbove = ({ _id }: Row, index: number) => index < lastFresh && !shownIds.has(_id);
  return {
    rows: [...shown.map((row) => freshById.get(row._id) ?? row), ...added],
    goneIds: new Set(gone.map(({ _id }) => _id)),
    newCount: fresh.filter(isNewAbove).length,
  };
}
