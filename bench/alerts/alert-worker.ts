// @ts-expect-error: the runtime's own types are not available here, so that the object's context has none.
import { DurableObject } from "cloudflare:workers";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import { LevelBook } from "../../worker/demo/level-book.ts";
import { type AlertScene, armAlerts, QuoteMaker } from "./alert-scenes.ts";

/** Between checkpoints of the product are so many quotes, at 40 a second. */
const QUOTES_OF_CHECKPOINT = 1_200;

type Reply = { outbox: number; pricesHeld: number; seq: number };

/** A trigger book that does one thing for each call. The caller measures the time: the runtime's clock stands still. */
export class AlertBench extends DurableObject {
  readonly #book = new LevelBook(this.ctx.storage.sql);

  run(scene: Exclude<AlertScene, { type: "quotes" }>): Reply {
    this.ctx.storage.transactionSync(() => {
      armAlerts(this.#book, scene);
      // As if the database had recorded that they are armed.
      this.#book.alerts.acknowledge(Number.MAX_SAFE_INTEGER);
    });
    return this.status();
  }

  status(): Reply {
    const outbox = this.#book.alerts.hasOutbox ? this.#book.alerts.outbox(100_000).length : 0;
    return { outbox, pricesHeld: this.#book.alerts.pricesHeld, seq: this.#book.seq };
  }

  /** As the product's book takes the records that the feed sends. */
  take(records: readonly TapeRecord[]): void {
    this.ctx.storage.transactionSync(() => {
      this.#book.take(records);
      if (records.some(({ seq }) => seq % QUOTES_OF_CHECKPOINT === 0)) this.#book.checkpoint();
    });
  }
}

type Stub = {
  run(scene: AlertScene): Promise<Reply>;
  status(): Promise<Reply>;
  take(records: readonly TapeRecord[]): Promise<void>;
};

const maker = new QuoteMaker();

export default {
  async fetch(request: Request, { BOOK }: { BOOK: { getByName(name: string): Stub } }): Promise<Response> {
    const book = BOOK.getByName("book");
    // Sent by the bench alone.
    const scene = (await request.json()) as AlertScene;
    if (scene.type !== "quotes") return Response.json(await book.run(scene));
    const records = maker.make(scene, (await book.status()).seq + 1);
    for (let from = 0; from < records.length; from += scene.atOnce) {
      await book.take(records.slice(from, from + scene.atOnce));
    }
    return Response.json(await book.status());
  },
};
