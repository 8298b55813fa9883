import type { Settings } from "../../platform/env.ts";
import type { MailPart } from "../../platform/mail/compose-mail.ts";
import { equalHashes, hmacHex } from "../../platform/secrets.ts";
import { kindWords, MAIL_KINDS, type MailKind, TEXT } from "./mail-kinds.ts";

/**
 * The link by which a reader ends mails of some kinds without logging in (RFC 8058). Its signature is the proof: it can end and resume
 * mails of these kinds of one account, and nothing else, for as long as the secret is the same. It may be used any number of times.
 */

/** The path of the page, which mail programs also post to. */
const UNSUBSCRIBE_PATH = "/unsubscribe";

/** The call of the API that answers a request for the page; null for every other request. */
export function unsubscribeCall(request: Request): Request | null {
  const [, origin, query] = /^(https?:\/\/[^/?#]*)\/unsubscribe(\?[^#]*)?$/.exec(request.url) ?? [];
  return origin === undefined ? null : new Request(`${origin}/api${UNSUBSCRIBE_PATH}${query ?? ""}`, request);
}

type Signer = Pick<Settings, "APP_ORIGIN" | "COOKIE_SECRET">;

/** Whose mails, and of which kinds, a link ends. */
export type UnsubscribeToken = { userId: string; kinds: readonly MailKind[] };

/** The link of a mail. @param kinds what the mail is about */
export async function unsubscribeUrl(settings: Signer, userId: string, kinds: readonly MailKind[]): Promise<string> {
  const named = MAIL_KINDS.filter((kind) => kinds.includes(kind)).join("-");
  const token = `${named}.${userId}.${await signatureOf(settings, named, userId)}`;
  return `${settings.APP_ORIGIN}${UNSUBSCRIBE_PATH}?token=${token}`;
}

/** What a token is for; null for one that was not signed here. */
export async function readUnsubscribeToken(settings: Signer, token: string): Promise<UnsubscribeToken | null> {
  const [, named = "", userId = "", signature = ""] =
    /^([a-z-]{1,60})\.([\w-]{1,64})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (!equalHashes(signature, await signatureOf(settings, named, userId))) return null;
  const kinds = MAIL_KINDS.filter((kind) => named.split("-").includes(kind));
  return kinds.length === 0 ? null : { userId, kinds };
}

/** The prefix keeps it apart from what else the secret signs. */
function signatureOf({ COOKIE_SECRET }: Signer, named: string, userId: string): Promise<string> {
  return hmacHex(COOKIE_SECRET, `unsubscribe:${named}:${userId}`);
}

/** The last part of a mail that its reader can end. */
export function unsubscribePart(url: string, kinds: readonly MailKind[]): MailPart {
  return { small: TEXT.why(kindWords(kinds)), link: url, text: TEXT.stop };
}
