import type { Digest } from "../../contract/channels.ts";
import { joinLanguages, type Translated, translated } from "../../contract/translated.ts";
import { MAIL_LINK_TEXT as khmer } from "./mail-link-text.km.ts";
import { MAIL_LINK_TEXT as english } from "./mail-link-text.ts";

export const TEXT = joinLanguages({ en: english, km: khmer });

/** The kinds of mails that their reader can end by a link: those of notifications that have a switch, and digests. */
export const MAIL_KINDS = ["money", "alert", "order", "marketing", "daily", "weekly"] as const satisfies readonly (
  | "money"
  | "alert"
  | "order"
  | "marketing"
  | Exclude<Digest, "off">
)[];
export type MailKind = (typeof MAIL_KINDS)[number];

/** Whether a kind is a digest. */
export function isDigest(kind: MailKind): kind is Exclude<Digest, "off"> {
  return kind === "daily" || kind === "weekly";
}

/** Kinds in words: `deposits and price alerts` */
export function kindWords(kinds: readonly MailKind[]): Translated {
  const [first, ...others] = kinds.map((kind): Translated => TEXT.kinds[kind]);
  if (!first) throw new Error("a link of no kind");
  const last = others.pop();
  const before = others.reduce<Translated>((words, one) => translated`${words}, ${one}`, first);
  return last ? TEXT.and(before, last) : before;
}
