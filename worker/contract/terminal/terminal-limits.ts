/** The limits of what a trader keeps of the terminal: drawings and settings. */
export const TERMINAL = {
  /** Drawings of one symbol that are not deleted. */
  drawingsMax: 500,
  /** Deletions of one symbol that are kept; of more, the oldest are forgotten. */
  deletionsMax: 2_000,
  /** Changes in one request. */
  changesMax: 100,
  /** Requests with changes that one account may send. */
  requestsPerMinute: 120,
  requestsPerDay: 10_000,
  /** The length of a text on the chart, in code units. */
  textMax: 200,
  indicatorsMax: 10,
  /** The highest version of a change: far above what anybody reaches, so that the next one always exists. */
  versionMax: 1e12,
} as const;
