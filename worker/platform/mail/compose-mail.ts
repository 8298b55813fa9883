import type { Language } from "../../contract/languages.ts";
import type { NotificationEvent } from "../../contract/notifications.ts";
import { forEachLanguage, isTranslatedText, joinLanguages, type Said, saidIn } from "../../contract/translated.ts";
import { MAIL_TEXT as khmer } from "./mail-text.km.ts";
import { MAIL_TEXT as english } from "./mail-text.ts";

/** Composes mails as plain text and the same content in simple HTML, without pictures or tracking, in each language. */

/** The content of a mail in one language. */
export type MailText = { subject: string; text: string; html: string };

/** The content of a mail, without its recipient. The outbox takes the language of the recipient's account. */
export type MailContent = Readonly<Record<Language, MailText>>;

/** A mail with its recipient's address. `event` is what a notification says of it too, which its cause writes before the mail in one batch. */
export type Mail = { to: string; content: MailContent; event?: NotificationEvent };

/** One part of a mail: a paragraph, a code shown large, or a link with its text. */
export type MailPart = Said | { code: string } | { link: string; text: Said };

/** Composes a mail to a known address. Takes line breaks out of the address and the subject. */
export function compose(to: string, subject: Said, parts: readonly MailPart[], event?: NotificationEvent): Mail {
  // A line break in the address, or in a name within the subject, could add mail headers.
  return { to: oneLine(to), content: composeContent(subject, parts), ...(event && { event }) };
}

/** Composes the content of a mail whose address only the database knows. */
export function composeContent(subject: Said, parts: readonly MailPart[]): MailContent {
  return forEachLanguage((language) => composeText(language, subject, parts));
}

/** The line height of a mail of 16 px, in px: marks above and below Khmer letters need higher lines. */
const LINE_HEIGHT_PX: Readonly<Record<Language, number>> = { en: 24, km: 28 };

function composeText(language: Language, subject: Said, parts: readonly MailPart[]): MailText {
  const said = parts.map((part) => {
    if (typeof part === "string" || isTranslatedText(part)) return saidIn(language, part);
    return "code" in part ? part : { link: part.link, text: saidIn(language, part.text) };
  });
  const text = said.map((part) =>
    typeof part === "string" ? part : "code" in part ? part.code : `${part.text}: ${part.link}`,
  );
  const html = said.map((part) => {
    if (typeof part === "string") return `<p>${escapeHtml(part)}</p>`;
    if ("code" in part)
      return `<p style="font:600 28px/36px monospace;letter-spacing:4px">${escapeHtml(part.code)}</p>`;
    return `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.text)}</a></p>`;
  });
  return {
    subject: oneLine(saidIn(language, subject)),
    text: `${[...text, "Tonle"].join("\n\n")}\n`,
    html: `<div lang="${language}" style="font:16px/${LINE_HEIGHT_PX[language]}px sans-serif;max-width:480px">${html.join("")}<p>Tonle</p></div>`,
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, " ");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const TEXT = joinLanguages({ en: english, km: khmer });

/** How each mail begins. */
export const HELLO = TEXT.hello;

/** The last parts of a mail about a change that somebody else may have made: what to do then. */
export const ifNotYou = (appOrigin: string) =>
  [TEXT.ifNotYou, { link: `${appOrigin}/forgot-password`, text: TEXT.newPassword }] as const;

/** The notice in mails about changes that an attacker could have made. */
export const HOLD_NOTICE = TEXT.hold;
