/** The limits of a trader's journal: labels, and the notes of trades, days and weeks. */
export const JOURNAL = {
  /** Labels of a person that are not archived, and all of them. */
  labelsMax: 100,
  labelsKeptMax: 500,
  /** Code units of a label's name. */
  nameMax: 40,
  /** Code units of a note. */
  noteMax: 4_000,
  /** Tags and mistakes of one entry. */
  labelsOfEntryMax: 20,
  /** Changes in one request. */
  changesMax: 100,
  /** Entries of a person. */
  entriesMax: 100_000,
  /** Drawings that an entry keeps of its chart, and the size of that as JSON. */
  drawingsMax: 50,
  chartCharactersMax: 20_000,
  /** The longest span that one reading has, in days: a week, and a day more where the clocks change. */
  spanDaysMax: 8,
  /** The highest version of a change: far above what anybody reaches, so that the next one always exists. */
  versionMax: 1e12,
} as const;
