/**
 * What became of one attempt at a service that delivers messages.
 * - `accepted`: the service has it. A bot's API says so of what arrived, a push service of what it will pass on.
 * - `gone`: the browser or chat is no longer there (404, 410; a blocked bot): it is never asked again.
 * - `refused`: this message, or we, were refused (400, 403, 413): another attempt would be refused too.
 * - `busy`: the service asks for a pause (429, 503); nothing was delivered.
 * - `failed`: nothing was delivered (an error of the service, a refused connection): another attempt doubles nothing.
 * - `unknown`: no answer in time, or one that cannot be read: it may have arrived, so that it is not sent again by this channel.
 */
export type ChannelAnswer = {
  outcome: "accepted" | "gone" | "refused" | "busy" | "failed" | "unknown";
  /** The HTTP status; 0 without an answer. */
  status: number;
  /** How long the service asked for a pause. */
  retryAfterMs?: number;
};

/** The browser that a push is encrypted for: columns of `push_subscriptions`. */
export type PushTarget = { endpoint: string; publicKey: string; secret: string };

/** How a push is sent (RFC 8030). */
export type PushOptions = {
  /** Replaces an undelivered push of the same topic: at most 32 characters of base64url. */
  topic: string;
  /** How long the push service keeps it for a browser that is not there, in s. */
  ttlS: number;
  urgency: "normal" | "high";
};

/** What a message of Telegram says: plain text, and one button that opens a link of the product. */
export type TelegramMessage = { text: string; link: string; button: string };
