import { LevelBook } from "../../worker/demo/level-book.ts";
import { type AlertScene, armAlerts, QuoteMaker } from "./alert-scenes.ts";

type Sql = ConstructorParameters<typeof LevelBook>[0];
/** The part of the runtime's state of an object that the book uses; the runtime's own types are not available here. */
type ObjectState = { storage: { sql: Sql; transactionSync<Result>(work: () => Result): Result } };

/** Between checkpoints of the product are so many quotes, at 40 a second. */
const QUOTES_OF_CHECKPOINT = 1_200;

/** A trigger book that does one thing for each request. The caller measures the time: the runtime's clock stands still. */
export class AlertBench {
  readonly #state: ObjectState;
  readonly #book: LevelBook;
  readonly #maker = new QuoteMaker();

  constructor(state: ObjectState) {
    this.#state = state;
    this.#book = new LevelBook(state.storage.sql);
  }

  async fetch(request: Request): Promise<Response> {
    // Sent by the bench alone.
    const scene = (await request.json()) as AlertScene;
    if (scene.type === "quotes") this.#take(scene);
    else this.#state.storage.transactionSync(() => armAlerts(this.#book, scene));
    const outbox = this.#book.alerts.hasOutbox ? this.#book.alerts.outbox(100_000).length : 0;
    return Response.json({ outbox, pricesHeld: this.#book.alerts.pricesHeld, seq: this.#book.seq });
  }

  #take(scene: AlertScene & { type: "quotes" }): void {
    const records = this.#maker.make(scene, this.#book.seq + 1);
    for (let from = 0; from < records.length; from += QUOTES_OF_CHECKPOINT) {
      this.#state.storage.transactionSync(() => {
        this.#book.take(records.slice(from, from + QUOTES_OF_CHECKPOINT));
        this.#book.checkpoint();
      });
    }
  }
}

type Namespace = {
  idFromName(name: string): unknown;
  get(id: unknown): { fetch(request: Request): Promise<Response> };
};

export default {
  fetch: (request: Request, { BOOK }: { BOOK: Namespace }) =>
    BOOK.get(BOOK.idFromName(new URL(request.url).pathname)).fetch(request),
};
