import { EDGE_HEADER } from "../workerd-command.ts";

/** Where every test's client is, for the runtime that has no edge before it; `wrangler.ts` says the same. */
const EDGE = JSON.stringify({ country: "KH" });

/**
 * A reply as tests look at it: JSON parsed, an image as bytes, all else as text.
 * @property dbTrips NaN where the caller is not signed in: the answer does not tell them
 */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on the body's shape themselves
export type Reply = { status: number; headers: Headers; body: any; dbTrips: number };

/** A caller of the API with a cookie jar, as a browser keeps one. */
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

  /** Sends a form as browsers do, in parts. */
  postForm(path: string, parts: Record<string, string | File>, headers: Record<string, string> = {}): Promise<Reply> {
    const body = new FormData();
    for (const [name, part] of Object.entries(parts)) body.append(name, part);
    return this.send("POST", path, { headers, body });
  }

  async send(
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: string | FormData | ReadableStream } = {},
  ): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(this.#origin + path, {
      method,
      ...init,
      headers: { [EDGE_HEADER]: EDGE, ...(cookie ? { Cookie: cookie } : {}), ...init.headers },
      redirect: "manual",
      // The runtime closes a connection whose body it has not read, and a request on a closed one fails.
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
