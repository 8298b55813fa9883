import { LevelBook } from "../../worker/demo/level-book.ts";
import { armLevels, quoteRecords, type Scene } from "./book-scenes.ts";

type Sql = ConstructorParameters<typeof LevelBook>[0];
/** The part of the runtime's state of an object that the book uses; the runtime's own types are not available here. */
type ObjectState = { storage: { sql: Sql; transactionSync<Result>(work: () => Result): Result } };

/** A trigger book that does one thing for each request. The caller measures the time: the runtime's clock stands still. */
export class BookBench {
  readonly #state: ObjectState;
  readonly #book: LevelBook;

  constructor(state: ObjectState) {
    this.#state = state;
    this.#book = new LevelBook(state.storage.sql);
  }

  async fetch(request: Request): Promise<Response> {
    // Sent by the bench alone.
    const scene = (await request.json()) as Scene;
    const isFired = this.#state.storage.transactionSync(() => this.#run(scene));
    return Response.json({ isFired, seq: this.#book.seq });
  }

  #run(scene: Scene): boolean {
    if (scene.type === "quotes") return this.#book.take(quoteRecords(scene, this.#book.seq + 1));
    armLevels(this.#book, scene);
    return false;
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
