/** A toast for the next document: what one page has to say when it ends with a full load of another. */
export type Flash = { kind: "success" | "error"; text: string };

const KEY = "flash-toast";

export function leaveFlash(flash: Flash): void {
  sessionStorage.setItem(KEY, JSON.stringify(flash));
}

/** Takes the toast that the page before has left, once. */
export function takeFlash(): Flash | null {
  const text = sessionStorage.getItem(KEY);
  if (text === null) return null;
  sessionStorage.removeItem(KEY);
  const flash: unknown = JSON.parse(text);
  return isFlash(flash) ? flash : null;
}

function isFlash(value: unknown): value is Flash {
  if (typeof value !== "object" || value === null || !("kind" in value) || !("text" in value)) return false;
  return (value.kind === "success" || value.kind === "error") && typeof value.text === "string";
}
