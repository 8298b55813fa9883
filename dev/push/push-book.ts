import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import { JsonFile } from "../stand-in/json-file.ts";
import { Arrivals } from "../stand-in/waiting.ts";
import { newBrowserKeys } from "./push-encryption.ts";

/** A browser's subscription, with the keys that only the browser has. */
const subscription = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  publicKey: z.string(),
  privateKey: z.string(),
  auth: z.string(),
  /** Only pushes signed by this key are accepted, base64url; null accepts those of any key. */
  applicationServerKey: z.string().nullable(),
  /** Messages wait until the browser is online again, or their TTL is over. */
  isOffline: z.boolean(),
  endedAt: z.string().nullable(),
  /** How often it was called, by the status that was answered. `hung` are calls that got no answer. */
  requests: z.record(z.string(), z.number()),
});
export type Subscription = z.infer<typeof subscription>;

/** A push that was accepted. `at` is ISO 8601 UTC and strictly increases. */
const message = z.object({
  id: z.string(),
  subscription: z.string(),
  at: z.string(),
  ttlS: z.number(),
  urgency: z.string(),
  topic: z.string().nullable(),
  /** The decrypted content; null when it could not be decrypted, which the service itself does not notice. */
  text: z.string().nullable(),
  /** Why it could not be decrypted. */
  fault: z.string().nullable(),
  bytes: z.number(),
  /** `replaced`: a later one with the same topic came before the browser was online. */
  state: z.enum(["waiting", "delivered", "replaced", "expired"]),
  deliveredAt: z.string().nullable(),
  /** Who sent it, according to VAPID. */
  sender: z.object({ publicKey: z.string(), subject: z.string(), expiresAtS: z.number() }),
});
export type Message = z.infer<typeof message>;

const bookState = z.object({ subscriptions: z.array(subscription), messages: z.array(message) });

const MESSAGES_KEPT = 1_000;
const SUBSCRIPTIONS_KEPT = 1_000;

/** The subscriptions that browsers made, and the messages to them. */
export class PushBook {
  readonly #file: JsonFile<z.infer<typeof bookState>>;
  readonly #arrivals = new Arrivals();

  constructor(stateFile: string | undefined) {
    this.#file = new JsonFile(stateFile, bookState, { subscriptions: [], messages: [] });
  }

  /** Makes a subscription, as a browser does. */
  subscribe(given: { name?: string | undefined; applicationServerKey?: string | undefined }): Subscription {
    const { subscriptions } = this.#file.state;
    const made: Subscription = {
      // As long and as hard to guess as those of real services.
      id: randomBytes(32).toString("base64url"),
      name: given.name ?? `Browser ${subscriptions.length + 1}`,
      createdAt: new Date().toISOString(),
      ...newBrowserKeys(),
      applicationServerKey: given.applicationServerKey ?? null,
      isOffline: false,
      endedAt: null,
      requests: {},
    };
    subscriptions.push(made);
    subscriptions.splice(0, subscriptions.length - SUBSCRIPTIONS_KEPT);
    this.#file.save();
    return made;
  }

  find(id: string): Subscription | null {
    return this.#file.state.subscriptions.find((one) => one.id === id) ?? null;
  }

  /** Newest first. */
  subscriptions(): Subscription[] {
    return this.#file.state.subscriptions.toReversed();
  }

  /** Ends a subscription, as a browser does that unsubscribes or loses its permission: later pushes get 410. */
  end(ended: Subscription): void {
    ended.endedAt ??= new Date().toISOString();
    this.#file.save();
  }

  /** Counts a call to a subscription. */
  count(called: Subscription, answer: number | "hung"): void {
    called.requests[answer] = (called.requests[answer] ?? 0) + 1;
    this.#file.save();
  }

  /** Stores an accepted push, and delivers it at once to a browser that is online. */
  accept(to: Subscription, given: Omit<Message, "id" | "subscription" | "at" | "state" | "deliveredAt">): Message {
    const { messages } = this.#file.state;
    const lastMs = Date.parse(messages.at(-1)?.at ?? "") || 0;
    const at = new Date(Math.max(Date.now(), lastMs + 1)).toISOString();
    this.#expire();
    for (const earlier of messages) {
      const isReplaced = earlier.subscription === to.id && given.topic !== null && earlier.topic === given.topic;
      if (isReplaced && earlier.state === "waiting") earlier.state = "replaced";
    }
    const isAway = to.isOffline;
    // A push that may not wait is lost on a browser that is away (RFC 8030 section 5.2).
    const state = isAway ? (given.ttlS === 0 ? "expired" : "waiting") : "delivered";
    const accepted: Message = {
      id: randomUUID(),
      subscription: to.id,
      at,
      ...given,
      state,
      deliveredAt: isAway ? null : at,
    };
    messages.push(accepted);
    messages.splice(0, messages.length - MESSAGES_KEPT);
    this.#changed();
    return accepted;
  }

  /** Takes a browser off line, or back, which delivers what waited. */
  setOffline(of: Subscription, isOffline: boolean): void {
    of.isOffline = isOffline;
    this.#expire();
    if (!isOffline) {
      for (const waiting of this.#file.state.messages) {
        if (waiting.subscription !== of.id || waiting.state !== "waiting") continue;
        Object.assign(waiting, { state: "delivered", deliveredAt: new Date().toISOString() });
      }
    }
    this.#changed();
  }

  /** Messages, newest first. `after` excludes those up to that time (ISO 8601). */
  messages({ subscription, after }: { subscription: string | null; after: string | null }): Message[] {
    this.#expire();
    return this.#file.state.messages
      .filter((one) => subscription === null || one.subscription === subscription)
      .filter((one) => after === null || one.at > after)
      .reverse();
  }

  /** Waits for a delivered message and returns the oldest; null when there is none after `waitMs`. */
  wait(filter: { subscription: string | null; after: string | null }, waitMs: number): Promise<Message | null> {
    return this.#arrivals.until(() => this.messages(filter).findLast(({ state }) => state === "delivered"), waitMs);
  }

  /** Deletes all messages; subscriptions stay. */
  clear(): void {
    this.#file.state.messages.length = 0;
    this.#changed();
  }

  #expire(): void {
    const nowMs = Date.now();
    for (const one of this.#file.state.messages) {
      if (one.state === "waiting" && Date.parse(one.at) + one.ttlS * 1_000 <= nowMs) one.state = "expired";
    }
  }

  #changed(): void {
    this.#file.save();
    this.#arrivals.happened();
  }
}
