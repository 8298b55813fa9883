/** A channel for decided items. */
export type DecidedItems<Row> = ReturnType<typeof decidedItems<Row>>;

/**
 * Sends a decided item to the list that is on the screen at that time: the list in which it was decided may be gone, as
 * the decision is sent after its countdown.
 */
export function decidedItems<Row>() {
  const listeners = new Set<(row: Row) => void>();
  return {
    publish(row: Row): void {
      for (const listener of listeners) listener(row);
    },
    /** @returns unsubscribes */
    subscribe(listener: (row: Row) => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
