/** Where updates are sent, and the secret that says that they come from Telegram. `url` is empty without a webhook. */
export type WebhookTarget = { url: string; secret: string | null; allowedUpdates: string[] | null };

/** One thing that happened, as the bot gets it: `message`, `my_chat_member`, ... */
export type Update = { update_id: number } & Record<string, unknown>;

/** The product's answer to an update: 0 without one. `body` is what a bot may answer with, a call of a method. */
export type WebhookAnswer = { status: number; body: unknown };

/** Telegram waits longer; a call that hangs this long here is a defect. */
const TIMEOUT_MS = 30_000;
/** How long after a failure an update is sent again; then it is given up. */
const RETRY_MS = [500, 1_000, 2_000, 4_000, 8_000];
/** Not sent unless a bot asks for them. Source: https://core.telegram.org/bots/api#setwebhook */
const NOT_BY_DEFAULT = ["chat_member", "message_reaction", "message_reaction_count"];

/** Sends updates to the bot's webhook one after the other, each until it is answered with a status of 200 to 299. */
export class Webhook {
  #target: WebhookTarget;
  #queue: Promise<unknown> = Promise.resolve();
  #pending = 0;
  #isStopped = false;
  #lastError: { atS: number; message: string } | null = null;
  #sent = 0;

  constructor(target: WebhookTarget) {
    this.#target = target;
  }

  set(target: WebhookTarget): void {
    this.#target = target;
    this.#lastError = null;
  }

  /** The answer of `getWebhookInfo`. */
  get info() {
    const { url, allowedUpdates } = this.#target;
    return {
      url,
      has_custom_certificate: false,
      pending_update_count: this.#pending,
      max_connections: 40,
      ...(this.#lastError && { last_error_date: this.#lastError.atS, last_error_message: this.#lastError.message }),
      ...(allowedUpdates && { allowed_updates: allowedUpdates }),
    };
  }

  /** How many calls were made. */
  get sent(): number {
    return this.#sent;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /**
   * Sends an update after those before it.
   * @returns the first answer; what failed is sent again after that. Null when the bot did not ask for this kind of update, or has no webhook
   */
  send(update: Update): Promise<WebhookAnswer | null> {
    const { allowedUpdates, url } = this.#target;
    const kind = Object.keys(update).find((key) => key !== "update_id") ?? "";
    const isWanted = allowedUpdates ? allowedUpdates.includes(kind) : !NOT_BY_DEFAULT.includes(kind);
    if (url === "" || !isWanted) return Promise.resolve(null);
    const first = Promise.withResolvers<WebhookAnswer>();
    this.#pending += 1;
    this.#queue = this.#queue.then(() => this.#deliver(update, first.resolve)).finally(() => (this.#pending -= 1));
    return first.promise;
  }

  async #deliver(update: Update, onAnswer: (answer: WebhookAnswer) => void): Promise<void> {
    for (const retryMs of [...RETRY_MS, null]) {
      const answer = await this.#call(update);
      onAnswer(answer);
      if ((answer.status >= 200 && answer.status < 300) || retryMs === null || this.#isStopped) return;
      await Bun.sleep(retryMs);
      if (this.#isStopped) return;
    }
  }

  async #call(update: Update): Promise<WebhookAnswer> {
    const { url, secret } = this.#target;
    if (url === "") return { status: 200, body: null };
    this.#sent += 1;
    try {
      const reply = await fetch(url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(secret !== null && { "X-Telegram-Bot-Api-Secret-Token": secret }),
        },
        body: JSON.stringify(update),
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body: unknown = await reply.json().catch(() => null);
      if (!reply.ok) this.#failed(`Wrong response from the webhook: ${reply.status} ${reply.statusText}`);
      return { status: reply.status, body };
    } catch (error) {
      this.#failed(error instanceof Error ? error.message : String(error));
      return { status: 0, body: null };
    }
  }

  #failed(message: string): void {
    this.#lastError = { atS: Math.floor(Date.now() / 1_000), message };
  }
}
