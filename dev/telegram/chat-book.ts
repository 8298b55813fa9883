import { z } from "zod";
import { JsonFile } from "../stand-in/json-file.ts";
import { Arrivals } from "../stand-in/waiting.ts";

/** A person with Telegram. A private chat's id is its person's. */
const person = z.object({
  id: z.number(),
  firstName: z.string(),
  username: z.string().nullable(),
  languageCode: z.string(),
  /** The bot may write: the person has pressed Start once. */
  hasStarted: z.boolean(),
  hasBlocked: z.boolean(),
  /** How often `sendMessage` was called for the chat, by the status that was answered. `hung` are calls without an answer. */
  requests: z.record(z.string(), z.number()),
});
export type Person = z.infer<typeof person>;

/** A message of a private chat. `at` is ISO 8601 UTC and strictly increases. */
const chatMessage = z.object({
  id: z.number(),
  chat: z.number(),
  from: z.enum(["bot", "person"]),
  /** As it is read: without markup. */
  text: z.string(),
  buttons: z.array(z.object({ text: z.string(), url: z.string().nullable() })),
  isSilent: z.boolean(),
  at: z.string(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

const bookState = z.object({
  people: z.array(person),
  messages: z.array(chatMessage),
  lastMessageId: z.number(),
  lastUpdateId: z.number(),
});

const MESSAGES_KEPT = 1_000;
/** Of people's ids, which are longer than 32 bits at Telegram by now. */
const FIRST_PERSON_ID = 7_100_000_001;
const FIRST_UPDATE_ID = 840_000_000;

/** The people, their chats with the bot, and what was written in them. */
export class ChatBook {
  readonly #file: JsonFile<z.infer<typeof bookState>>;
  readonly #arrivals = new Arrivals();

  constructor(stateFile: string | undefined) {
    const empty = { people: [], messages: [], lastMessageId: 0, lastUpdateId: FIRST_UPDATE_ID };
    this.#file = new JsonFile(stateFile, bookState, empty);
  }

  add(given: { firstName: string; username?: string | undefined; languageCode?: string | undefined }): Person {
    const { people } = this.#file.state;
    const made: Person = {
      id: (people.at(-1)?.id ?? FIRST_PERSON_ID - 1) + 1,
      firstName: given.firstName,
      username: given.username ?? null,
      languageCode: given.languageCode ?? "en",
      hasStarted: false,
      hasBlocked: false,
      requests: {},
    };
    people.push(made);
    this.#changed();
    return made;
  }

  people(): Person[] {
    return [...this.#file.state.people];
  }

  find(chatId: string): Person | null {
    return this.#file.state.people.find(({ id }) => String(id) === chatId) ?? null;
  }

  change(of: Person, changes: Partial<Pick<Person, "hasStarted" | "hasBlocked">>): void {
    Object.assign(of, changes);
    this.#changed();
  }

  count(of: Person, answer: number | "hung"): void {
    of.requests[answer] = (of.requests[answer] ?? 0) + 1;
    this.#file.save();
  }

  /** Updates have numbers that increase, by which a bot recognises one that comes again. */
  nextUpdateId(): number {
    this.#file.state.lastUpdateId += 1;
    this.#file.save();
    return this.#file.state.lastUpdateId;
  }

  write(given: Omit<ChatMessage, "id" | "at">): ChatMessage {
    const { state } = this.#file;
    state.lastMessageId += 1;
    const lastMs = Date.parse(state.messages.at(-1)?.at ?? "") || 0;
    const at = new Date(Math.max(Date.now(), lastMs + 1)).toISOString();
    const written: ChatMessage = { id: state.lastMessageId, ...given, at };
    state.messages.push(written);
    state.messages.splice(0, state.messages.length - MESSAGES_KEPT);
    this.#changed();
    return written;
  }

  /** Messages, newest first. `after` excludes those up to that time (ISO 8601). */
  messages({ chat, from, after }: MessageFilter): ChatMessage[] {
    return this.#file.state.messages
      .filter((one) => chat === null || String(one.chat) === chat)
      .filter((one) => from === null || one.from === from)
      .filter((one) => after === null || one.at > after)
      .reverse();
  }

  /** Waits for a message that matches and returns the oldest; null when there is none after `waitMs`. */
  wait(filter: MessageFilter, waitMs: number): Promise<ChatMessage | null> {
    return this.#arrivals.until(() => this.messages(filter).at(-1), waitMs);
  }

  /** Deletes all messages; people stay. */
  clear(): void {
    this.#file.state.messages.length = 0;
    this.#changed();
  }

  #changed(): void {
    this.#file.save();
    this.#arrivals.happened();
  }
}

export type MessageFilter = { chat: string | null; from: string | null; after: string | null };
