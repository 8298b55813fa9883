import { EDGE_HEADER } from "../workerd-command.ts";

/** The edge properties of all test clients, for the runtime without an edge; `wrangler.ts` sets the same. */
const EDGE = JSON.stringify({ country: "KH" });

/**
 * A response for tests: the body is parsed JSON, the bytes of an image, or text.
 *
 * @property dbTrips round trips to the database; NaN when the caller is not signed in, since the header is then missing
 */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on the body's shape themselves
export type Reply = { status: number; headers: Headers; body: any; dbTrips: number };

/** An API client with a cookie jar, like a browser's. */
export class Client {
  readonly #origin: string;
  readonly cookies = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send("GET", path, { headers });
  }

  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send("POST", path, {
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  }

  put(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send("PUT", path, {
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  }

  /** Sends a multipart form. */
  postForm(path: string, parts: Record<string, string | File>, headers: Record<string, string> = {}): Promise<Reply> {
    const body = new FormData();
    for (const [name, part] of Object.entries(parts)) body.append(name, part);
    return this.send("POST", path, { headers, body });
  }

  /**
   * Sends a request with the stored cookies and stores those of the response. An act of an admin has a key of its own unless one
   * is given, as pages do.
   */
  async send(
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: string | FormData | ReadableStream } = {},
  ): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(this.#origin + path, {
      method,
      ...init,
      headers: { [EDGE_HEADER]: EDGE, ...(cookie ? { Cookie: cookie } : {}), ...keyFor(method, path), ...init.headers },
      redirect: "manual",
      // The runtime closes a connection whose request body it has not read. A later request on it would fail.
      keepalive: false,
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    const type = reply.headers.get("Content-Type") ?? "";
    const body = type.startsWith("image/") ? new Uint8Array(await reply.arrayBuffer()) : await reply.text();
    const isJson = type.startsWith("application/json");
    const dbTrips = Number(
      /db;dur=[\d.]+;desc="(\d+)"/.exec(reply.headers.get("Server-Timing") ?? "")?.[1] ?? Number.NaN,
    );
    return { status: reply.status, headers: reply.headers, body: isJson ? JSON.parse(String(body)) : body, dbTrips };
  }
}

function keyFor(method: string, path: string): Record<string, string> {
  return method === "POST" && path.startsWith("/api/admin/") ? { "Idempotency-Key": crypto.randomUUID() } : {};
}
