/**
 * The people who look at screens. The newcomer has just signed up, the learner has traded with demo money alone; the trader has two years
 * of deposits and trades.
 */
export type Role = "visitor" | "trader" | "newcomer" | "learner" | "admin";

/** A response of the API. A body that is no text is in base64. */
export type StoredAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string;
  isBase64: boolean;
};

/** Everything that the pages of all roles asked the API, at one moment. */
export type Recording = {
  /** The time of the pages' clocks, epoch ms. */
  atMs: number;
  /** The body of the market's prices, for the socket. */
  prices: { prices: Record<string, { price: number; at: number; dayOpen: number }>; source: string };
  /** By {@link answerKey}. */
  answers: Record<string, StoredAnswer>;
};

/** The headers that pages read. */
const KEPT_HEADERS = ["content-type", "content-disposition", "retry-after", "location"];
const TEXT_TYPES = /^(text\/|application\/json)/;

/** The key of a request in a recording. Bodies do not count: a screen sends each kind of request once. */
export function answerKey(role: Role, method: string, { pathname, search }: URL): string {
  return `${role} ${method} ${pathname}${search}`;
}

/** Reads a response into the form that is stored. */
export async function storedAnswer(reply: Response): Promise<StoredAnswer> {
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = reply.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  const isBase64 = !TEXT_TYPES.test(headers["content-type"] ?? "text/");
  const bytes = Buffer.from(await reply.arrayBuffer());
  return { status: reply.status, headers, body: bytes.toString(isBase64 ? "base64" : "utf8"), isBase64 };
}
