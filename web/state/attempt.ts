import { mayBeDone } from "./api.ts";
import { ownerId } from "./owner.ts";
import { startStopwatch } from "./timing/stopwatch.ts";

/**
 * One thing that a person wants to be done, and all requests for it. They have one idempotency key, so that the API does it
 * once, however often it is sent.
 */
export class Attempt<Body, Reply = unknown> {
  readonly body: Body;
  /** Sent as Idempotency-Key. */
  readonly key: string;
  /** The person who wants it. */
  readonly ownerId = ownerId();
  readonly #intent: string;
  readonly #age = startStopwatch();
  #outcome: "none" | "unknown" | "known" = "none";
  #running: Promise<Reply> | null = null;

  private constructor(intent: string, body: Body, key: string) {
    this.#intent = intent;
    this.body = body;
    this.key = key;
  }

  /**
   * The attempt at what a person wants: the one before if that wanted the same, is of the same person and its outcome is not
   * known, otherwise a new one.
   * @param intent what is wanted, as text; undefined for what has no body
   * @param bodyOf makes the body of a new one
   * @param sameForMs after so long the same intent is another one
   */
  static of<Body, Reply>(
    before: Attempt<Body, Reply> | null | undefined,
    intent: string | undefined,
    bodyOf: () => Body,
    sameForMs = Number.POSITIVE_INFINITY,
  ): Attempt<Body, Reply> {
    const text = intent ?? "";
    const isSame = before?.isOpen && before.#intent === text && before.ownerId === ownerId();
    return isSame && before.#age() < sameForMs ? before : new Attempt(text, bodyOf(), crypto.randomUUID());
  }

  /** An attempt of before a reload, which may have been sent. */
  static unanswered<Body, Reply>(body: Body, key: string): Attempt<Body, Reply> {
    const attempt = new Attempt<Body, Reply>("", body, key);
    attempt.#outcome = "unknown";
    return attempt;
  }

  /** Whether its outcome is not known, also before it is sent. */
  get isOpen(): boolean {
    return this.#outcome !== "known";
  }

  /** Whether it was sent and may have been done: no answer came, or a server error. */
  get isUnanswered(): boolean {
    return this.#outcome === "unknown";
  }

  /**
   * Sends it. While it is being sent, another call waits for the same request.
   * @throws what the request throws; {@link isUnanswered} says then whether it may have been done
   */
  send(request: (body: Body, key: string) => Promise<Reply>): Promise<Reply> {
    this.#running ??= this.#send(request).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #send(request: (body: Body, key: string) => Promise<Reply>): Promise<Reply> {
    try {
      const reply = await request(this.body, this.key);
      this.#outcome = "known";
      return reply;
    } catch (error) {
      this.#outcome = mayBeDone(error, this.isUnanswered) ? "unknown" : "known";
      throw error;
    }
  }
}
