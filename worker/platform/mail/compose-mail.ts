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

/**
 * One part of a mail: a paragraph, a code shown large, a link with its text, a heading, figures with their labels, or the small print,
 * which may end with a link.
 */
export type MailPart =
  | Said
  | { code: string }
  | { link: string; text: Said }
  | { heading: Said }
  | { rows: readonly (readonly [label: Said, value: Said])[] }
  | { small: Said; link: string; text: Said };

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
  const forms = parts.map((part) => formsOf(part, (said) => saidIn(language, said)));
  const text = forms.map((form) => form.text);
  const html = forms.map((form) => form.html);
  return {
    subject: oneLine(saidIn(language, subject)),
    text: `${[...text, "Tonle"].join("\n\n")}\n`,
    html: `<div lang="${language}" style="font:16px/${LINE_HEIGHT_PX[language]}px sans-serif;max-width:480px">${html.join("")}<p>Tonle</p></div>`,
  };
}

/** A part as plain text and as HTML, in the language of `say`. */
function formsOf(part: MailPart, say: (said: Said) => string): { text: string; html: string } {
  if (typeof part === "string" || isTranslatedText(part)) {
    return { text: say(part), html: `<p>${escapeHtml(say(part))}</p>` };
  }
  if ("code" in part) {
    const style = "font:600 28px/36px monospace;letter-spacing:4px";
    return { text: part.code, html: `<p style="${style}">${escapeHtml(part.code)}</p>` };
  }
  if ("heading" in part) {
    const heading = say(part.heading);
    return { text: heading, html: `<p style="margin:24px 0 0;font-weight:600">${escapeHtml(heading)}</p>` };
  }
  if ("rows" in part) {
    const rows = part.rows.map((row) => row.map(say));
    const cell = (style: string, words = "") =>
      `<td style="padding:8px 0;border-bottom:1px solid #ddd;vertical-align:top${style}">${escapeHtml(words)}</td>`;
    const html = rows.map(
      ([label, value]) => `<tr>${cell("", label)}${cell(";padding-left:16px;text-align:right", value)}</tr>`,
    );
    return {
      text: rows.map((row) => row.filter((words) => words !== "").join(": ")).join("\n"),
      html: `<table role="presentation" style="width:100%;border-collapse:collapse;font:inherit">${html.join("")}</table>`,
    };
  }
  const link = `<a href="${escapeHtml(part.link)}">${escapeHtml(say(part.text))}</a>`;
  if (!("small" in part)) return { text: `${say(part.text)}: ${part.link}`, html: `<p>${link}</p>` };
  return {
    text: `${say(part.small)} ${say(part.text)}: ${part.link}`,
    html: `<p style="font-size:14px;color:#555">${escapeHtml(say(part.small))} ${link}</p>`,
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, " ");
}

/** A text as it stands in HTML, also in attributes. */
export function escapeHtml(text: string): string {
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
