import * as z from "zod";
import { CHANNELS, type Channel } from "../../contract/channels.ts";
import { languageOf } from "../../contract/languages.ts";
import type { TurnRow } from "../channel-facts-sql.ts";

/** What the dispatcher reads of a person and of their channels, as JSON that the database makes. */

const flag = z.number().transform(Boolean);

const personFacts = z.object({
  language: z.string().nullable().transform(languageOf),
  timeZone: z.string(),
  quietFromMin: z.number().nullable(),
  quietToMin: z.number().nullable(),
  /** The channels in the order in which they take over, with commas between. */
  order: z.string(),
  push: z.object({ money: flag, security: flag, alert: flag, order: flag }),
  telegram: z.object({ money: flag, security: flag, alert: flag, order: flag }),
  /** Whether optional mails are sent at all, and which. */
  email: flag,
  mails: z.object({ money: flag, alert: flag, order: flag, marketing: flag }),
});

const browserFacts = z.object({ id: z.number(), endpoint: z.string(), publicKey: z.string(), secret: z.string() });
const chatFacts = z.object({ chatId: z.string(), showsSums: flag });

export type PersonFacts = z.infer<typeof personFacts>;
/** A browser that takes pushes. */
export type BrowserFacts = z.infer<typeof browserFacts>;
export type ChatFacts = z.infer<typeof chatFacts>;

/** A notification whose channel is to be chosen, claimed by this dispatcher. */
export type Turn = {
  id: number;
  userId: string;
  event: string;
  subject: string;
  detail: string;
  isRead: boolean;
  /** The channel in charge; null before the first. */
  channel: Channel | null;
  /** The notification whose message says it too, or itself, once quiet hours have held it. */
  toldWithId: number | null;
  /** The channels that have had their turn. */
  used: ReadonlySet<string>;
  person: PersonFacts;
  browsers: readonly BrowserFacts[];
  chat: ChatFacts | null;
};

export function turnOf(row: TurnRow): Turn {
  const { readAtMs, used, channel, person, browsers, chat, ...rest } = row;
  return {
    ...rest,
    isRead: readAtMs !== null,
    channel: CHANNELS.find((one) => one === channel) ?? null,
    used: new Set(used?.split(",")),
    person: personFacts.parse(JSON.parse(person)),
    browsers: z.array(browserFacts).parse(JSON.parse(browsers)),
    chat: chatOf(chat),
  };
}

const saidFacts = z.object({
  id: z.number(),
  event: z.string(),
  subject: z.string(),
  detail: z.string(),
  toldCount: z.number(),
  /** Whether a mail of it waits or was written. */
  isMailed: flag,
});

export type SaidFacts = z.infer<typeof saidFacts>;

export function browserOf(json: string | null): BrowserFacts | null {
  return json === null ? null : browserFacts.parse(JSON.parse(json));
}

export function chatOf(json: string | null): ChatFacts | null {
  return json === null ? null : chatFacts.parse(JSON.parse(json));
}

export function saidOf(json: string | null): SaidFacts | null {
  return json === null ? null : saidFacts.parse(JSON.parse(json));
}
