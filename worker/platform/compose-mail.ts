/** Composes mails as plain text and the same content in simple HTML, without pictures or tracking. */

/** The content of a mail, without its recipient. */
export type MailContent = { subject: string; text: string; html: string };

/** A mail with its recipient's address. */
export type Mail = MailContent & { to: string };

/** One part of a mail: a paragraph, a code shown large, or a link with its text. */
export type MailPart = string | { code: string } | { link: string; text: string };

/** Composes a mail to a known address. Takes line breaks out of the address and the subject. */
export function compose(to: string, subject: string, parts: readonly MailPart[]): Mail {
  // A line break in the address, or in a name within the subject, could add mail headers.
  return { to: oneLine(to), ...composeContent(subject, parts) };
}

/** Composes the content of a mail whose address only the database knows. */
export function composeContent(subject: string, parts: readonly MailPart[]): MailContent {
  const text = parts.map((part) =>
    typeof part === "string" ? part : "code" in part ? part.code : `${part.text}: ${part.link}`,
  );
  const html = parts.map((part) => {
    if (typeof part === "string") return `<p>${escapeHtml(part)}</p>`;
    if ("code" in part)
      return `<p style="font:600 28px/36px monospace;letter-spacing:4px">${escapeHtml(part.code)}</p>`;
    return `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.text)}</a></p>`;
  });
  return {
    subject: oneLine(subject),
    text: `${[...text, "Tonle"].join("\n\n")}\n`,
    html: `<div style="font:16px/24px sans-serif;max-width:480px">${html.join("")}<p>Tonle</p></div>`,
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, " ");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The last parts of a mail about a change that somebody else may have made: what to do then. */
export const ifNotYou = (appOrigin: string) =>
  [
    "If it was not you, choose a new password at once:",
    { link: `${appOrigin}/forgot-password`, text: "Choose a new password" },
  ] as const;

/** The notice in mails about changes that an attacker could have made. */
export const HOLD_NOTICE =
  "To keep you safe, no withdrawal is approved in the next 24 hours. This includes withdrawals that you have already requested.";
