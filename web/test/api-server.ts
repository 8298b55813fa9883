import { afterEach, beforeEach } from "bun:test";
import { cleanup } from "@testing-library/react";
import type { Window } from "happy-dom";
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from "../../worker/contract/errors.ts";
import { PING, PONG } from "../../worker/contract/market-messages.ts";
import { closeNotice } from "../state/notice.ts";
import { clearAuth, followOtherTabs } from "../state/session.ts";
import { OpenCalls } from "./open-calls.ts";

/** One call of the web client. Its body is JSON, or the parts of a form by their names. */
export type Call = { method: string; path: string; query: URLSearchParams; body: unknown; headers: Headers };
type Answer = (call: Call) => Response | Promise<Response>;

/** A successful response of the API. */
export function ok(body: object = {}): Response {
  return Response.json({ success: true, ...body });
}

/** A refusal of the API. */
export function refuse(
  code: ErrorCode,
  message: string,
  {
    retryAfterS,
    ...detail
  }: Pick<ErrorBody, "field" | "triesLeft" | "reason" | "challenge"> & { retryAfterS?: number } = {},
): Response {
  const headers: Record<string, string> = retryAfterS === undefined ? {} : { "Retry-After": String(retryAfterS) };
  return Response.json(
    { success: false, message, code, requestId: crypto.randomUUID(), ...detail },
    { status: ERROR_STATUS[code], headers },
  );
}

/**
 * A real HTTP server with the API's envelope for the tests of a file, and a simulated browser at its address. Without
 * further routes there is no session.
 */
export class ApiServer {
  readonly calls: Call[] = [];
  readonly #answers = new Map<string, Answer>();
  /** The first frames of each path's sockets, and the open ones by their path. */
  readonly #greetings = new Map<string, () => string[]>();
  readonly #sockets = new Set<Bun.ServerWebSocket<string>>();
  #server: Bun.Server<string> | null = null;
  /** How many calls have arrived and are not answered yet. */
  heldCount = 0;

  /** Sets the response of a route. @param route such as `POST /api/auth/login` */
  on(route: string, answer: Answer): this {
    this.#answers.set(route, answer);
    return this;
  }

  /** Whether a route's response is set. */
  answers(route: string): boolean {
    return this.#answers.has(route);
  }

  /** Accepts sockets at a path, and sends each the frames of the greeting first. Pings are answered. */
  onSocket(path: string, greeting: () => string[]): this {
    this.#greetings.set(path, greeting);
    return this;
  }

  /** Sends a text to all sockets of a path. */
  tellSockets(path: string, text: string): void {
    for (const socket of this.#sockets) if (socket.data === path) socket.send(text);
  }

  /** Accepts no more sockets at a path, and closes the open ones, with a code that says why. */
  refuseSockets(path: string, code?: number): void {
    this.#greetings.delete(path);
    for (const socket of this.#sockets) if (socket.data === path) socket.close(code);
  }

  /** How many sockets of a path are open. */
  socketCount(path: string): number {
    return [...this.#sockets].filter(({ data }) => data === path).length;
  }

  /** The response of a route as it is set now, for one that wraps it. */
  answerOf(route: string): Answer {
    return this.#answers.get(route) ?? (() => refuse("not_found", "Not found"));
  }

  /** The calls of one route, oldest first. */
  callsOf(route: string): Call[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}` === route);
  }

  /** Starts the server if it is not running. */
  start(): void {
    this.#server ??= Bun.serve<string>({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request, server) => {
        const { pathname } = new URL(request.url);
        const isSocket = this.#greetings.has(pathname) && server.upgrade(request, { data: pathname });
        return isSocket ? undefined : this.#answer(request);
      },
      websocket: {
        open: (socket) => {
          this.#sockets.add(socket);
          for (const frame of this.#greetings.get(socket.data)?.() ?? []) socket.send(frame);
        },
        message: (socket, text) => {
          if (text === PING) socket.send(PONG);
        },
        close: (socket) => {
          this.#sockets.delete(socket);
        },
      },
    });
    // The test's document is happy-dom's, which has `setURL`; the types are the browser's.
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
    this.heldCount += 1;
    try {
      return answer ? await answer(call) : refuse("not_found", "Not found");
    } finally {
      this.heldCount -= 1;
    }
  }
}

async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get("Content-Type")?.startsWith("multipart/form-data")) {
    return Object.fromEntries(await request.formData());
  }
  const text = await request.text();
  return text ? JSON.parse(text) : null;
}

/** Gives every test of the file a new server and an empty browser. Read `server` inside tests only. */
export function apiServer(): { readonly server: ApiServer; callsArrive(): Promise<void> } {
  let server = new ApiServer();
  let openCalls = new OpenCalls();
  let stopFollowing = () => {};
  const probe = () => new URL("/api/health", location.origin);
  beforeEach(() => {
    setActEnvironment(false);
    openCalls = new OpenCalls();
    openCalls.watch();
    server = new ApiServer()
      .on("GET /api/health", () => ok())
      .on("GET /api/auth/check", () => refuse("not_signed_in", "Please log in"))
      .on("GET /api/auth/options", () => ok({ google: false }))
      .on("POST /api/auth/logout", () => ok())
      .on("GET /api/journal/to-review", () => ok({ trades: 0 }))
      .on("GET /api/market/candles", () => ok({ candles: [], isWhole: true }));
    server.start();
    stopFollowing = followOtherTabs();
  });
  afterEach(async () => {
    // Unmount first, so that the screens' last calls still reach the server. Then the session ends, the back-off of a
    // lost connection is skipped, and open calls finish.
    cleanup();
    closeNotice();
    server.on("POST /api/auth/logout", () => ok()).start();
    await clearAuth();
    stopFollowing();
    window.dispatchEvent(new Event("online"));
    await openCalls.settle(probe());
    openCalls.unwatch();
    await server.stop();
    setActEnvironment(true);
  });
  return {
    get server() {
      return server;
    },
    /**
     * Waits until the calls that the page has made have arrived, and the answers that the test does not hold were read. A
     * test that expects no call awaits it first: what the page has just sent is in no log yet.
     */
    callsArrive: () => openCalls.arrive(probe(), () => server.heldCount),
  };
}

/**
 * Responses arrive asynchronously, as in a browser, and not inside `act`: a test waits for their effects with `findBy`
 * and `waitFor`. The testing library still wraps what a test does itself (render, events).
 */
function setActEnvironment(isOn: boolean): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: isOn });
}
