import { AlertWatch, type WatchEvent } from "../../contract/alerts/alert-watch.ts";
import type { MarketQuote } from "../../contract/demo/demo-types.ts";
import type { BookAlert } from "./book-alert.ts";

/** An alert on its way into the book, and what has happened to it at the quotes that it has taken. */
export type ArmedWatch = { alert: BookAlert; watch: AlertWatch; events: { quote: MarketQuote; event: WatchEvent }[] };

/**
 * Alerts that the database says are armed and the book does not have, because its storage has lost its end: they take the quotes since then,
 * so that none is missed.
 */
export class ArmedWatches {
  readonly #watches = new Map<string, ArmedWatch>();

  constructor(alerts: readonly BookAlert[]) {
    for (const alert of alerts) {
      const { armedSeq } = alert;
      if (armedSeq === null || alert.armedVersion !== alert.version) continue;
      const watch = new AlertWatch(alert, armedSeq);
      this.#watches.set(nameOf(alert), { alert, watch, events: [] });
    }
  }

  /** The record after which they must still take quotes; null when each is over. */
  get seq(): number | null {
    const waiting = [...this.#watches.values()].filter(({ watch }) => !watch.isOver);
    return waiting.length > 0 ? Math.min(...waiting.map(({ watch }) => watch.seq)) : null;
  }

  /** Takes a quote that counts. */
  take(quote: MarketQuote): void {
    for (const { watch, events } of this.#watches.values()) {
      const event = watch.take(quote);
      if (event) events.push({ quote, event });
    }
  }

  /** All quotes up to a record were taken. */
  passed(seq: number): void {
    for (const { watch } of this.#watches.values()) watch.seq = Math.max(watch.seq, seq);
  }

  get(alert: BookAlert): ArmedWatch | null {
    return this.#watches.get(nameOf(alert)) ?? null;
  }
}

function nameOf({ id, version }: BookAlert): string {
  return `${id} ${version}`;
}
