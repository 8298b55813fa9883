import type { PushMessage } from "../../worker/contract/channels.ts";
import { languageOrNull } from "../../worker/contract/languages.ts";

const TEXTS = ["tag", "title", "body", "path", "receipt"] as const;

/** The message of a push; null where it has none of this version's, as that of another version may. */
export function readPush(json: string | undefined): PushMessage | null {
  let read: unknown;
  try {
    read = JSON.parse(json ?? "");
  } catch {
    return null;
  }
  if (typeof read !== "object" || read === null) return null;
  const given = new Map(Object.entries(read));
  const [tag, title, body, path, receipt] = TEXTS.map((name) => given.get(name));
  const language = languageOrNull(String(given.get("language")));
  const areTexts = [tag, title, body, path, receipt].every((text) => typeof text === "string");
  if (!areTexts || !title || !language) return null;
  return { tag: String(tag), title, body: String(body), path: String(path), language, receipt: String(receipt) };
}

/** The address that a click opens: of this origin, whatever the path says. */
export function addressOf(path: unknown, origin: string): string {
  const inbox = new URL("/notifications", origin);
  const address = typeof path === "string" && path.startsWith("/") ? URL.parse(path, origin) : null;
  return (address?.origin === origin ? address : inbox).href;
}
