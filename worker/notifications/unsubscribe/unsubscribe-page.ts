import { settingsPath } from "../../contract/addresses.ts";
import type { Language } from "../../contract/languages.ts";
import { joinLanguages, type Said, saidIn } from "../../contract/translated.ts";
import { escapeHtml } from "../../platform/mail/compose-mail.ts";
import { kindWords } from "../mail-links/mail-kinds.ts";
import type { LinkState } from "./unsubscribe.ts";
import { UNSUBSCRIBE_TEXT as khmer } from "./unsubscribe-text.km.ts";
import { UNSUBSCRIBE_TEXT as english } from "./unsubscribe-text.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

/**
 * The styles of the page. It is complete in itself: it is opened from a mail in any browser, so it has the colours that the system
 * prefers and the system's fonts.
 */
const STYLE = `
:root { color-scheme: dark light; --bg: #0B1018; --card: #111824; --line: #26334A; --control: #5C6F8F; --text: #E6ECF5; --muted: #93A1B8; --accent: #8FB2E8; --on-accent: #0B1018 }
@media (prefers-color-scheme: light) { :root { --bg: #F2F4F7; --card: #FFF; --line: #C9D0DA; --control: #6B7787; --text: #10151D; --muted: #4A5565; --accent: #2F5FAE; --on-accent: #FFF } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 16px; background: var(--bg); color: var(--text); font: 16px/24px system-ui, sans-serif }
body:lang(km) { line-height: 28px }
main { width: 100%; max-width: 480px; padding: 32px; border: 1px solid var(--line); border-radius: 12px; background: var(--card) }
.brand { color: var(--muted); font-weight: 600; text-decoration: none }
h1 { margin: 16px 0 8px; font-size: 24px; line-height: 1.4; text-wrap: balance }
p { margin: 8px 0 0; color: var(--muted) }
form { margin: 24px 0 16px }
button { min-height: 44px; padding: 8px 20px; border: 1px solid transparent; border-radius: 8px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer }
button.quiet { border-color: var(--control); background: none; color: var(--text) }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
@media (max-width: 480px) { main { padding: 24px 20px } button { width: 100% } }
`;

/** What has just happened on the page: nothing, or its reader resumed the mails. */
type Moment = { isResumed: boolean };

/**
 * The page of a link.
 * @param state null for a link that is not valid
 */
export function unsubscribePage(
  state: LinkState | null,
  { isResumed }: Moment,
  { token, language, nonce }: { token: string; language: Language; nonce: string },
): string {
  const say = (said: Said) => escapeHtml(saidIn(language, said));
  const settings = `<p><a href="${settingsPath("notifications")}">${say(TEXT.settings)}</a></p>`;
  const body = () => {
    if (!state) return `<h1>${say(TEXT.invalid)}</h1><p>${say(TEXT.invalidLine)}</p>${settings}`;
    const { kinds, isOn, isAllOff } = state;
    const words = kindWords(kinds);
    const note = isAllOff ? `<p>${say(TEXT.allOff)}</p>` : "";
    const form = (action: "stop" | "again", label: Said, look = "") =>
      `<form method="post" action="?token=${escapeHtml(token)}"><button name="action" value="${action}"${look}>${say(label)}</button></form>`;
    if (!isOn) {
      const line = `<p>${say(TEXT.stoppedLine)}</p>`;
      return `<h1>${say(TEXT.stopped(words))}</h1>${line}${note}${form("again", TEXT.again, ' class="quiet"')}${settings}`;
    }
    const heading = isResumed ? TEXT.sent(words) : TEXT.ask(words);
    const stop = form("stop", TEXT.stop, isResumed ? ' class="quiet"' : "");
    return `<h1>${say(heading)}</h1><p>${say(TEXT.askLine)}</p>${note}${stop}${settings}`;
  };
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${say(TEXT.title)} | Tonle</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<a class="brand" href="/">Tonle</a>
${body()}
</main>
</body>
</html>
`;
}
