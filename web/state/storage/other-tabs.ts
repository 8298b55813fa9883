import { localStore } from "./browser-storage.ts";

/**
 * Messages between the tabs of this browser. They share the session's cookie, so a log-in or log-out in one of them
 * applies to all.
 */
export type TabMessage = { kind: "signed_in"; userId: string } | { kind: "signed_out" };

const NAME = "session";
/** Identifies this tab, so that it ignores its own messages. */
const SENDER = crypto.randomUUID();

/** Sends a message to the other tabs. */
export function notifyOtherTabs(message: TabMessage): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage({ ...message, sender: SENDER });
  channel.close();
}

/** Listens to messages of other tabs. @returns stops listening */
export function listenToOtherTabs(onMessage: (message: TabMessage) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = parseMessage(data);
    if (message) onMessage(message);
  };
  return () => channel.close();
}

/** Listens to changes of local storage by other tabs, by key. @returns stops listening */
export function listenToStorage(onChange: (key: string) => void): () => void {
  const listen = (event: StorageEvent) => {
    // Clearing the whole storage has no key; that happens with a log-out, which is a message of its own.
    if (localStore.isChangedBy(event) && event.key !== null) onChange(event.key);
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

/** Another version of the application may be open in another tab: unknown messages are ignored. */
function parseMessage(data: unknown): TabMessage | null {
  if (typeof data !== "object" || data === null || !("kind" in data) || !("sender" in data)) return null;
  if (data.sender === SENDER) return null;
  if (data.kind === "signed_out") return { kind: "signed_out" };
  if (data.kind !== "signed_in" || !("userId" in data) || typeof data.userId !== "string") return null;
  return { kind: "signed_in", userId: data.userId };
}
