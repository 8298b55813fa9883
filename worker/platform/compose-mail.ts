/** How mails are put together. Plain text and the same in simple HTML; no pictures, no tracking. */

/** What a mail says, whoever it goes to. */
export type Words = { subject: string; text: string; html: string };

export type Mail = Words & { to: string };

export type MailPart = string | { code: string } | { link: string; words: string };

/** A mail of paragraphs: plain text, and the same in simple HTML. */
export function compose(to: string, subject: string, parts: readonly MailPart[]): Mail {
  // An address with a line break could add headers of its own; so could a name in the subject.
  return { to: oneLine(to), ...composeWords(subject, parts) };
}

/** The same for an address that only the database knows. */
export function composeWords(subject: string, parts: readonly MailPart[]): Words {
  const text = parts.map((part) =>
    typeof part === "string" ? part : "code" in part ? part.code : `${part.words}: ${part.link}`,
  );
  const html = parts.map((part) => {
    if (typeof part === "string") return `<p>${escapeHtml(part)}</p>`;
    if ("code" in part)
      return `<p style="font:600 28px/36px monospace;letter-spacing:4px">${escapeHtml(part.code)}</p>`;
    return `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.words)}</a></p>`;
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

/** After a change that could be a thief's. */
export const HOLD_NOTICE =
  "To keep you safe, no withdrawal is approved in the next 24 hours. This includes withdrawals that you have already requested.";
