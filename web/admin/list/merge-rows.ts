type Named = { _id: string };

/** A list after a refresh that moves nothing: see {@link mergeRows}. */
export type Merged<Row> = {
  rows: readonly Row[];
  /** Rows that are not in the list any more, and are still among `rows`. */
  goneIds: ReadonlySet<string>;
  /** How many have come that belong above or between the others. */
  newCount: number;
};

/**
 * Brings a list up to date under the eyes of whoever reads it: what is shown changes in its place, what belongs below is
 * added there, and what belongs above or between is only counted.
 * @param shown the rows on the screen
 * @param fresh as many of the list's rows as now, from its beginning
 * @param hasMore the list goes on after `fresh`: the last ones shown may have been pushed out of it, and are not gone
 */
export function mergeRows<Row extends Named>(
  shown: readonly Row[],
  fresh: readonly Row[],
  { hasMore }: { hasMore: boolean },
): Merged<Row> {
  const freshById = new Map(fresh.map((row) => [row._id, row]));
  const shownIds = new Set(shown.map(({ _id }) => _id));
  const lastStanding = shown.findLastIndex(({ _id }) => freshById.has(_id));
  const lastFresh = fresh.findLastIndex(({ _id }) => shownIds.has(_id));
  const isPushedOut = (place: number) => hasMore && place > lastStanding;
  const gone = shown.filter(({ _id }, place) => !freshById.has(_id) && !isPushedOut(place));
  const added = fresh.filter(({ _id }, place) => place > lastFresh && !shownIds.has(_id));
  const isNewAbove = ({ _id }: Row, place: number) => place < lastFresh && !shownIds.has(_id);
  return {
    rows: [...shown.map((row) => freshById.get(row._id) ?? row), ...added],
    goneIds: new Set(gone.map(({ _id }) => _id)),
    newCount: fresh.filter(isNewAbove).length,
  };
}
