/**
 * Messages of pages to the service worker: a page was opened, and the stored files have to fit its language; no ticket is open in
 * the page, so a waiting version may take over; is the application with this script the one of the worker's build? The
 * last is answered by a boolean through the message's port.
 */
export type WorkerMessage = { kind: "page_opened" } | { kind: "free" } | { kind: "is_current"; script: string };

/** The lock that pages share while an order is typed in their ticket or being sent. A page that is closed or crashes loses it. */
export const OPEN_TICKET_LOCK = "open-ticket";

/** The lock of whoever makes this browser's push subscription and tells the account of it: a page, or the service worker. */
export const PUSH_LOCK = "push-subscription";

/** A message as it arrives. Another version of the application may have sent it: unknown messages are null. */
export function parseWorkerMessage(data: unknown): WorkerMessage | null {
  if (typeof data !== "object" || data === null || !("kind" in data)) return null;
  if (data.kind === "page_opened" || data.kind === "free") return { kind: data.kind };
  if (data.kind !== "is_current" || !("script" in data) || typeof data.script !== "string") return null;
  return { kind: "is_current", script: data.script };
}

/**
 * Messages of the service worker to pages: a push was shown; open this path. The last is answered by a boolean through the message's
 * port.
 */
export type PageMessage = { kind: "pushed" } | { kind: "open"; path: string };

/** A message as it arrives at a page. Another version's unknown messages are null. */
export function parsePageMessage(data: unknown): PageMessage | null {
  if (typeof data !== "object" || data === null || !("kind" in data)) return null;
  if (data.kind === "pushed") return { kind: "pushed" };
  const isPath = "path" in data && typeof data.path === "string" && data.path.startsWith("/");
  return data.kind === "open" && isPath ? { kind: "open", path: String(data.path) } : null;
}
