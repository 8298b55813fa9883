export type DecidedItems<Row> = ReturnType<typeof decidedItems<Row>>;

/**
 * Brings an item as its decision has left it to whichever list is on the screen then: the one that it was decided in may be
 * gone, as the decision goes out later.
 */
export function decidedItems<Row>() {
  const listeners = new Set<(row: Row) => void>();
  return {
    tell(row: Row): void {
      for (const listener of listeners) listener(row);
    },
    /** @returns stops it */
    listen(listener: (row: Row) => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
