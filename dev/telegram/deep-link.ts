/** Source: https://core.telegram.org/bots/features#deep-linking */
const PAYLOAD = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The payload of a deep link to a bot, `https://t.me/BOT?start=PAYLOAD` or `tg://resolve?domain=BOT&start=PAYLOAD`; null for a link
 * to the bot without one.
 *
 * @throws Error when the link leads elsewhere, or its payload is not one that Telegram passes on
 */
export function readDeepLink(link: string, botName: string): string | null {
  const url = URL.parse(link.trim());
  if (!url) throw new Error("this is no link");
  const isApp = url.protocol === "tg:";
  if (!isApp && !(url.protocol === "https:" && ["t.me", "telegram.me"].includes(url.hostname))) {
    throw new Error(`this link leads to ${url.host || url.protocol}, not to Telegram`);
  }
  const name = isApp ? url.searchParams.get("domain") : url.pathname.slice(1);
  if (name?.toLowerCase() !== botName.toLowerCase()) throw new Error(`this link leads to ${name}, not to ${botName}`);
  const payload = url.searchParams.get("start");
  if (payload !== null && !PAYLOAD.test(payload))
    throw new Error("start is not 1 to 64 characters of A-Z, a-z, 0-9, _ and -");
  return payload;
}
