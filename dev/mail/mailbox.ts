import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { JsonFile } from "../stand-in/json-file.ts";
import { Arrivals } from "../stand-in/waiting.ts";
import { bareAddress, type SendEmailBody } from "./resend-protocol.ts";

/** A mail as the inbox and the tests read it. `at` is ISO 8601 UTC and strictly increases from mail to mail. */
export type Message = z.infer<typeof message>;
const message = z.object({
  id: z.string(),
  to: z.array(z.string()),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Headers of its own besides those that each mail has. */
  headers: z.record(z.string(), z.string()).default({}),
  at: z.string(),
});

const mailboxState = z.object({
  /** Oldest first. */
  messages: z.array(message),
  /** The message of each idempotency key; kept after its message is deleted. */
  sent: z.record(z.string(), z.object({ id: z.string(), bodyHash: z.string(), atMs: z.number() })),
});

/** Older mails are dropped, so that a test run of several days does not slow the inbox down. */
const MESSAGES_KEPT = 1_000;
/** Source: https://resend.com/docs/dashboard/emails/idempotency-keys */
const KEY_LIFETIME_MS = 24 * 60 * 60_000;

/** The mails that were sent, with their idempotency keys. */
export class Mailbox {
  readonly #file: JsonFile<z.infer<typeof mailboxState>>;
  readonly #arrivals = new Arrivals();

  constructor(stateFile: string | undefined) {
    this.#file = new JsonFile(stateFile, mailboxState, { messages: [], sent: {} });
  }

  /**
   * Stores a mail, once per idempotency key.
   *
   * @returns its id, or null when the key was used with another body
   */
  send(mail: SendEmailBody, key: string | null): string | null {
    const { state } = this.#file;
    const bodyHash = createHash("sha256").update(JSON.stringify(mail)).digest("hex");
    const nowMs = Date.now();
    const earlier = key === null ? undefined : state.sent[key];
    if (earlier && nowMs - earlier.atMs < KEY_LIFETIME_MS) return earlier.bodyHash === bodyHash ? earlier.id : null;

    const id = randomUUID();
    const lastMs = Date.parse(state.messages.at(-1)?.at ?? "") || 0;
    state.messages.push({
      id,
      to: mail.to,
      from: mail.from,
      subject: mail.subject,
      text: mail.text ?? "",
      html: mail.html ?? "",
      headers: mail.headers ?? {},
      at: new Date(Math.max(nowMs, lastMs + 1)).toISOString(),
    });
    state.messages.splice(0, state.messages.length - MESSAGES_KEPT);
    for (const [old, { atMs }] of Object.entries(state.sent)) {
      if (nowMs - atMs >= KEY_LIFETIME_MS) delete state.sent[old];
    }
    if (key !== null) state.sent[key] = { id, bodyHash, atMs: nowMs };
    this.#file.save();
    this.#arrivals.happened();
    return id;
  }

  /** Mails, newest first. `to` is one address in any case; `after` excludes mails up to that time (ISO 8601). */
  list({ to, after }: { to: string | null; after: string | null }): Message[] {
    const address = to === null ? null : bareAddress(to);
    return this.#file.state.messages
      .filter((mail) => address === null || mail.to.some((one) => bareAddress(one) === address))
      .filter((mail) => after === null || mail.at > after)
      .reverse();
  }

  /** Waits for a mail that matches and returns the oldest; null when there is none after `waitMs`. */
  wait(filter: { to: string | null; after: string | null }, waitMs: number): Promise<Message | null> {
    return this.#arrivals.until(() => this.list(filter).at(-1), waitMs);
  }

  /** Deletes all mails; idempotency keys stay. */
  clear(): void {
    this.#file.state.messages.length = 0;
    this.#file.save();
  }
}
