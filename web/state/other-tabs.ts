/**
 * What the tabs of this browser tell one another. They share the session's cookie, so who comes or goes in one of them
 * does so in all.
 */
export type TabNews = { kind: "signed_in"; userId: string } | { kind: "signed_out" };

const NAME = "session";
/** So that a tab does not take its own news for another's. */
const SENDER = crypto.randomUUID();

/** Tells the others. */
export function tellOtherTabs(news: TabNews): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage({ ...news, sender: SENDER });
  channel.close();
}

/** Hears what the others tell. @returns stops listening */
export function hearOtherTabs(onNews: (news: TabNews) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const news = newsOf(data);
    if (news) onNews(news);
  };
  return () => channel.close();
}

/** Hears under which key another tab has put something into the local storage, or taken it out. @returns stops listening */
export function hearStorage(onChange: (key: string) => void): () => void {
  const listen = ({ key, storageArea }: StorageEvent) => {
    // Emptied as a whole it names no key: whoever does that signs out as well.
    if (storageArea === localStorage && key !== null) onChange(key);
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

/** Another version of the application may be open beside this one: what it says and we do not know is nothing. */
function newsOf(data: unknown): TabNews | null {
  if (typeof data !== "object" || data === null || !("kind" in data) || !("sender" in data)) return null;
  if (data.sender === SENDER) return null;
  if (data.kind === "signed_out") return { kind: "signed_out" };
  if (data.kind !== "signed_in" || !("userId" in data) || typeof data.userId !== "string") return null;
  return { kind: "signed_in", userId: data.userId };
}
