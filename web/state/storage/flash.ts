import { sessionStore } from "./browser-storage.ts";

/** A toast for the next document, for a page that ends with a full page load. */
export type Flash = { kind: "success" | "error"; text: string };

const KEY = "flash-toast";

/** Stores a toast for the next document. */
export function leaveFlash(flash: Flash): void {
  sessionStore.set(KEY, JSON.stringify(flash));
}

/** Returns the toast of the page before, and removes it. */
export function takeFlash(): Flash | null {
  const text = sessionStore.get(KEY);
  if (text === null) return null;
  sessionStore.remove(KEY);
  const flash: unknown = JSON.parse(text);
  return isFlash(flash) ? flash : null;
}

function isFlash(value: unknown): value is Flash {
  if (typeof value !== "object" || value === null || !("kind" in value) || !("text" in value)) return false;
  return (value.kind === "success" || value.kind === "error") && typeof value.text === "string";
}
