import { afterEach, beforeEach } from "bun:test";
import { cleanup } from "@testing-library/react";
import type { Window } from "happy-dom";
import { ERROR_STATUS, type ErrorCode } from "../../worker/contract/errors.ts";
import { closeNotice } from "../state/notice.ts";
import { clearAuth } from "../state/session.ts";
import { OpenCalls } from "./open-calls.ts";

/** One call that the browser's side made: its body is JSON, or of a form the parts by their names. */
export type Call = { method: string; path: string; query: URLSearchParams; body: unknown; headers: Headers };
type Answer = (call: Call) => Response | Promise<Response>;

/** What the API answers a success with. */
export function ok(body: object = {}): Response {
  return Response.json({ success: true, ...body });
}

/** What the API answers a refusal with. */
export function refuse(
  code: ErrorCode,
  message: string,
  detail: { field?: string; retryAfterS?: number } = {},
): Response {
  const { field, retryAfterS } = detail;
  const headers: Record<string, string> = retryAfterS === undefined ? {} : { "Retry-After": String(retryAfterS) };
  return Response.json(
    { success: false, message, code, requestId: crypto.randomUUID(), ...(field === undefined ? {} : { field }) },
    { status: ERROR_STATUS[code], headers },
  );
}

/**
 * A real server with the API's envelope for every test of a file, and a browser that is at its address. It knows nobody
 * and no route until a test says otherwise.
 */
export class ApiServer {
  readonly calls: Call[] = [];
  readonly #answers = new Map<string, Answer>();
  #server: ReturnType<typeof Bun.serve> | null = null;

  /** @param route such as `POST /api/auth/login` */
  on(route: string, answer: Answer): this {
    this.#answers.set(route, answer);
    return this;
  }

  /** The calls of one route, oldest first. */
  callsOf(route: string): Call[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}` === route);
  }

  /** Begins to answer, where it does not already. */
  start(): void {
    this.#server ??= Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => this.#answer(request) });
    // The test's document is happy-dom's, which knows how to be elsewhere; the types are the browser's.
    (window as unknown as Window).happyDOM.setURL(this.#server.url.origin);
  }

  async stop(): Promise<void> {
    await this.#server?.stop(true);
    this.#server = null;
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname: path, searchParams: query } = new URL(request.url);
    const { method, headers } = request;
    const call = { method, path, query, body: await bodyOf(request), headers };
    this.calls.push(call);
    const answer = this.#answers.get(`${request.method} ${path}`);
    return answer ? await answer(call) : refuse("not_found", "Not found");
  }
}

async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get("Content-Type")?.startsWith("multipart/form-data")) {
    return Object.fromEntries(await request.formData());
  }
  const text = await request.text();
  return text ? JSON.parse(text) : null;
}

/** Gives every test of the file a fresh server and an empty browser. Read `server` inside tests only. */
export function apiServer(): { readonly server: ApiServer } {
  let server = new ApiServer();
  let openCalls = new OpenCalls();
  beforeEach(() => {
    setActEnvironment(false);
    openCalls = new OpenCalls();
    openCalls.watch();
    server = new ApiServer()
      .on("GET /api/health", () => ok())
      .on("GET /api/auth/check", () => refuse("not_signed_in", "Please log in"))
      .on("GET /api/auth/options", () => ok({ google: false }))
      .on("POST /api/auth/logout", () => ok())
      .on("GET /api/market/candles", () => ok({ candles: [], isWhole: true }));
    server.start();
  });
  afterEach(async () => {
    // First the screens, or their last calls would find nobody. Then nobody is signed in any more, the pause of a lost
    // connection ends, and what is still on its way arrives.
    cleanup();
    closeNotice();
    server.on("POST /api/auth/logout", () => ok()).start();
    await clearAuth();
    window.dispatchEvent(new Event("online"));
    await openCalls.settle(new URL("/api/health", location.origin));
    openCalls.unwatch();
    await server.stop();
    setActEnvironment(true);
  });
  return {
    get server() {
      return server;
    },
  };
}

/**
 * Answers come when they come, as in a browser, and not inside `act`: a test looks for what they do with `findBy` and
 * `waitFor`. What a test itself does (render, events) the testing library still wraps.
 */
function setActEnvironment(isOn: boolean): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: isOn });
}
