import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { COMPACT_PROTOCOL, type CompactFrame, encodeCompactFrame } from "../../worker/contract/compact-frame.ts";
import { PING, PONG } from "../../worker/contract/market-messages.ts";
import { stepsOf } from "../../worker/contract/price-steps.ts";
import { isFeedSymbol } from "../../worker/contract/symbols.ts";
import type { Bindings } from "../../worker/platform/env.ts";
import { localSettings, settingsByWorker } from "../local-settings.ts";
import { answerKey, type Recording, type Role, type StoredAnswer } from "./recording.ts";
import type { Fault, State } from "./state.ts";

/** The state that a page looks at. It is in a cookie of the page, which the server reads with each request. */
export type View = { role: Role; state: string };

/** Serves one build of the web, and answers its calls to the API. */
export type PictureServer = {
  url: string;
  /** Requests that nothing answers, with the state that made them. */
  unanswered: Set<string>;
  stop(): void;
};

const DOWN = { status: 503, code: "service_down" };
const OPTIONAL_FONT = /font-display:\s*optional/g;
const VIEW_COOKIE = "pictures";

type ServerOptions = {
  /** The checkout that is built. */
  root: string;
  states: readonly State[];
  recording: Recording;
  /** Answers what the recording lacks; the answer is added to it. Without this, it is refused. */
  askApi?: (role: Role, request: Request) => Promise<StoredAnswer>;
};

/**
 * Builds the web of a checkout for production and serves it. Pages come from the checkout's own `documents.ts`, as from
 * the Worker; the API and the market's socket answer from the recording.
 */
export async function startPictureServer({ root, states, recording, askApi }: ServerOptions): Promise<PictureServer> {
  const outdir = mkdtempSync(join(tmpdir(), "tonle-pictures-"));
  // The checkout's own modules, which have the same types as ours.
  const { buildWeb }: typeof import("../../web/build.ts") = await import(resolve(root, "web/build.ts"));
  const { answerDocument }: typeof import("../../worker/documents.ts") = await import(
    resolve(root, "worker/documents.ts")
  );
  await buildWeb({ outdir, production: true });

  const assets = {
    async fetch(request: Request): Promise<Response> {
      const file = Bun.file(join(outdir, new URL(request.url).pathname));
      if (!(await file.exists())) return new Response(null, { status: 404 });
      const headers = { "content-type": file.type };
      if (!/javascript|html|css/.test(file.type)) return new Response(file, { headers });
      // With an optional font, a busy machine draws some pages without it.
      return new Response((await file.text()).replaceAll(OPTIONAL_FONT, "font-display: block"), { headers });
    },
  };
  const faults = new Map(states.map((state) => [state.name, state.faults]));
  const asked = new Map<string, Promise<StoredAnswer>>();
  const unanswered = new Set<string>();

  async function answerCall(request: Request, view: View): Promise<Response> {
    const url = new URL(request.url);
    const found = await recorded(request, view, url);
    return found ? toResponse(found) : faultyAnswer(DOWN);
  }

  const bindings = pictureBindings(assets);
  const answerFile = async (request: Request): Promise<Response> => answerDocument(request, bindings);

  async function recorded(request: Request, { role, state }: View, url: URL): Promise<StoredAnswer | undefined> {
    const key = answerKey(role, request.method, url);
    const known = recording.answers[key];
    if (known || !askApi) {
      if (!known) unanswered.add(`${state}: ${key}`);
      return known;
    }
    // Two pages may ask the same at once.
    const answer = asked.get(key) ?? askApi(role, request);
    asked.set(key, answer);
    recording.answers[key] = await answer;
    return answer;
  }

  const server = Bun.serve<PageSocket>({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    async fetch(request, self) {
      const { pathname } = new URL(request.url);
      const view = readView(request);
      if (!pathname.startsWith("/api/")) return answerFile(request);
      const fault = faultOf(faults.get(view.state) ?? [], request.method, pathname);
      if (fault === "silent") return new Promise(() => {});
      if (fault) return faultyAnswer(fault);
      if (pathname === "/api/demo/socket") return upgraded(self, request, { data: "account" });
      if (pathname !== "/api/market/socket") return answerCall(request, view);
      // An older checkout requests no subprotocol.
      const isCompact = request.headers.get("Sec-WebSocket-Protocol") === COMPACT_PROTOCOL;
      return isCompact
        ? upgraded(self, request, { data: "compact", headers: { "Sec-WebSocket-Protocol": COMPACT_PROTOCOL } })
        : upgraded(self, request, { data: "market" });
    },
    websocket: {
      open(socket) {
        if (socket.data !== "account") socket.send(snapshotOf(recording, socket.data));
      },
      message(socket, text) {
        if (text === PING) socket.send(PONG);
        else if (socket.data !== "account") socket.send(snapshotOf(recording, socket.data));
      },
    },
  });

  return {
    url: server.url.origin,
    unanswered,
    stop() {
      void server.stop(true);
      rmSync(outdir, { recursive: true, force: true });
    },
  };
}

/** The Worker's bindings, as far as its documents read them: the assets, a limit without an end, a local stack's settings. */
export function pictureBindings(assets: { fetch(request: Request): Promise<Response> }): Bindings {
  const { product } = settingsByWorker(localSettings(0));
  const noLimit = { limit: async () => ({ success: true }) };
  // Buckets and objects are not read.
  return { ...product, ASSETS: assets, REQUESTS_BY_ADDRESS: noLimit } as unknown as Bindings;
}

/** The cookie that tells the server what a page looks at. */
export function viewCookie(url: string, view: View) {
  return { name: VIEW_COOKIE, value: encodeURIComponent(JSON.stringify(view)), url };
}

function readView(request: Request): View {
  const [, value = ""] = new RegExp(`${VIEW_COOKIE}=([^;]*)`).exec(request.headers.get("cookie") ?? "") ?? [];
  // Written by viewCookie.
  return JSON.parse(decodeURIComponent(value)) as View;
}

/** The first fault whose route is the request's. A route's path may be the start of the request's. */
export function faultOf(faults: State["faults"], method: string, pathname: string): Fault | undefined {
  return faults.find(({ route }) => `${method} ${pathname}`.startsWith(route))?.fault;
}

function faultyAnswer(fault: Exclude<Fault, "silent">): Response {
  if ("ok" in fault) return Response.json({ success: true, ...fault.ok });
  const { status, code, message = "Something went wrong", field } = fault;
  return Response.json({ success: false, message, code, field, requestId: "01-picture" }, { status });
}

function toResponse({ status, headers, body, isBase64 }: StoredAnswer): Response {
  const bytes = Buffer.from(body, isBase64 ? "base64" : "utf8");
  return new Response(status === 204 ? null : bytes, { status, headers });
}

/** `account` is the private socket of the demo account, on which nothing happens: a page reads the account besides. */
type PageSocket = "market" | "compact" | "account";

function upgraded(
  server: Bun.Server<PageSocket>,
  request: Request,
  options: { data: PageSocket; headers?: Record<string, string> },
): Response | undefined {
  return server.upgrade(request, options) ? undefined : new Response("Upgrade required", { status: 426 });
}

function snapshotOf(
  { prices, atMs }: Recording,
  format: Exclude<PageSocket, "account">,
): string | Uint8Array<ArrayBuffer> {
  if (format === "market") return JSON.stringify({ type: "market-data", ...prices, seq: 1, now: atMs });
  const quotes: CompactFrame["quotes"] = {};
  for (const [symbol, quote] of Object.entries(prices.prices)) {
    if (!isFeedSymbol(symbol)) continue;
    const [steps, dayOpen] = [quote.price, quote.dayOpen].map((usd) => stepsOf(symbol, usd, "nearest"));
    if (steps === undefined || dayOpen === undefined) continue;
    const origin = { source: "coinbase", agreement: "agree", disagreesWith: null } as const;
    quotes[symbol] = { bid: steps, ask: steps, at: quote.at, dayOpen, origin };
  }
  const source = prices.source === "live" ? "live" : "simulated";
  return encodeCompactFrame({ source, seq: atMs, now: atMs, after: null, quotes });
}
