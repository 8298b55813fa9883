/** The longest text that Telegram accepts, in UTF-16 code units. Source: Bot API, sendMessage */
export const TEXT_UNITS_MAX = 4_096;
/** The longest text of a button that phones show on one line. */
const BUTTON_CHARACTERS_MAX = 64;
const CUT = "…";

/** What a method of the Bot API sends: plain text, so that nothing in it is read as markup, and without previews of links. */
export type SentMessage = {
  chat_id: string;
  text: string;
  link_preview_options: { is_disabled: true };
  reply_markup?: { inline_keyboard: { text: string; url: string }[][] };
};

/**
 * A message with one link. Telegram refuses a message with a button to anything but a public https address, so that another link, as of
 * a local stack, stands in the text.
 */
export function messageOf(
  chatId: string,
  { text, link, button }: { text: string; link?: string | undefined; button?: string | undefined },
): SentMessage {
  const plain = { chat_id: chatId, link_preview_options: { is_disabled: true as const } };
  if (link === undefined) return { ...plain, text: cutText(text, TEXT_UNITS_MAX) };
  if (!isButtonLink(link)) {
    const tail = `\n${link}`;
    return { ...plain, text: cutText(text, TEXT_UNITS_MAX - tail.length) + tail };
  }
  const label = cutText(button || link, BUTTON_CHARACTERS_MAX);
  return {
    ...plain,
    text: cutText(text, TEXT_UNITS_MAX),
    reply_markup: { inline_keyboard: [[{ text: label, url: link }]] },
  };
}

function isButtonLink(link: string): boolean {
  const { protocol, hostname } = new URL(link);
  return protocol === "https:" && hostname.includes(".");
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text of at most so many UTF-16 code units, cut between characters as a reader sees them. */
function cutText(text: string, unitsMax: number): string {
  if (text.length <= unitsMax) return text;
  let end = 0;
  // A bounded piece: what comes after it would be cut in any case.
  for (const { index, segment } of characters.segment(text.slice(0, unitsMax))) {
    if (index + segment.length > unitsMax - CUT.length) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end)}${CUT}`;
}
