import { join } from "node:path";
import { z } from "zod";
import { CalledOutages, RedirectTarget } from "../stand-in/called-outages.ts";
import { answerControlError, ControlError, notFound, readControl } from "../stand-in/control.ts";
import { openStandIn, runStandIn, SERVE_OPTIONS, type StandIn } from "../stand-in/stand-in.ts";
import { readAfter, readWaitMs } from "../stand-in/waiting.ts";
import browsersPage from "./browsers.html";
import { type Message, PushBook, type Subscription } from "./push-book.ts";
import { decryptPush } from "./push-encryption.ts";
import { BODY_BYTES_MAX, FAILURES, readHeaders, refusePush, SLOW_MS } from "./push-protocol.ts";
import { readSender, type Sender, SenderRefused } from "./vapid.ts";

const subscribeBody = z.strictObject({
  name: z.string().min(1).max(80).optional(),
  applicationServerKey: z.string().min(1).optional(),
});
const offlineBody = z.strictObject({ isOffline: z.boolean() });

/** The fields of a message that this stand-in reads; the product's service worker reads more. */
const shownContent = z.looseObject({ receipt: z.string() });

/** A subscription as tests and the page read it: as `PushSubscription.toJSON()`, and what the stand-in knows of it. */
export type BrowserAnswer = Omit<Subscription, "privateKey" | "publicKey" | "auth"> & {
  endpoint: string;
  keys: { p256dh: string; auth: string };
};

/**
 * Starts the local stand-in for a push service and the browsers behind it: it takes pushes (RFC 8030), verifies their
 * sender (RFC 8292) and decrypts them with the browser's keys (RFC 8291).
 *
 * Control: `POST /subscriptions {name?, applicationServerKey?}`, `GET /subscriptions`, `GET` and `DELETE /subscriptions/ID`,
 * `POST /subscriptions/ID {isOffline}`, `POST /subscriptions/ID/outage {mode, seconds?}`; `GET /messages?subscription=&after=`,
 * `GET /messages/wait?subscription=&after=&timeoutMs=` (the oldest delivered one; 404 on timeout), `DELETE /messages`,
 * `POST /messages/ID/shown` (sends the message's receipt to the product, as its service worker does, and says the status of the answer, 0 without one);
 * `POST /outage {mode, seconds?}`; `GET /redirected`, how often somebody followed the outage `redirect`.
 *
 * @param given.stateFile file for subscriptions and messages; in memory without it
 * @param given.appOrigin where receipts are sent
 */
export function startPush(given: {
  port: number;
  stateFile?: string | undefined;
  appOrigin?: string | undefined;
}): StandIn {
  const book = new PushBook(given.stateFile);
  const outages = new CalledOutages(FAILURES);
  let origin = "";

  const answerOf = ({ publicKey, privateKey: _, auth, ...rest }: Subscription): BrowserAnswer => ({
    ...rest,
    endpoint: `${origin}/push/${rest.id}`,
    keys: { p256dh: publicKey, auth },
  });
  const known = (id: string) => {
    const found = book.find(id);
    if (!found) throw new ControlError(404, "no such subscription");
    return found;
  };

  async function push(request: Bun.BunRequest<"/push/:id">): Promise<Response> {
    const subscription = book.find(request.params.id);
    if (!subscription) return refusePush(404, "no such subscription");
    const failing = outages.now(subscription.id);
    const isAnswered = failing?.mode !== "hang" && failing?.mode !== "lost";
    // Counted before its answer, which may never come.
    if (!isAnswered) book.count(subscription, "hung");
    if (failing?.mode === "slow") await Bun.sleep(SLOW_MS);
    const answer = (await failing?.fail()) ?? (await accept(request, subscription));
    if (failing?.mode === "lost") {
      await failing.changed;
      return new Response(null, { status: 504 });
    }
    if (isAnswered) book.count(subscription, answer.status);
    return answer;
  }

  async function accept(request: Request, subscription: Subscription): Promise<Response> {
    if (subscription.endedAt !== null) return refusePush(410, "the subscription has ended");
    const body = await request.bytes();
    if (body.length > BODY_BYTES_MAX) return refusePush(413, `more than ${BODY_BYTES_MAX} bytes`);
    const headers = readHeaders(request.headers);
    if (typeof headers === "string") return refusePush(400, headers);
    const sender = senderOf(request, subscription);
    if (sender instanceof Response) return sender;
    const { id } = book.accept(subscription, {
      ...headers,
      ...decrypted(body, subscription),
      bytes: body.length,
      sender,
    });
    return new Response(null, {
      status: 201,
      headers: { Location: `${origin}/message/${id}`, TTL: `${headers.ttlS}` },
    });
  }

  function senderOf(request: Request, { applicationServerKey }: Subscription): Sender | Response {
    try {
      const expected = { audience: origin, nowS: Date.now() / 1_000 };
      const sender = readSender(request.headers.get("Authorization"), expected);
      if (applicationServerKey === null || sender.publicKey === applicationServerKey) return sender;
      return refusePush(403, "the subscription was made for another key");
    } catch (error) {
      if (!(error instanceof SenderRefused)) throw error;
      return refusePush(error.status, error.message, error.status === 401 ? { "WWW-Authenticate": "vapid" } : {});
    }
  }

  async function subscribe(request: Request): Promise<Response> {
    return Response.json(answerOf(book.subscribe(await readControl(request, subscribeBody))), { status: 201 });
  }

  function listSubscriptions(): Response {
    return Response.json(book.subscriptions().map(answerOf));
  }

  function readSubscription(request: Bun.BunRequest<"/subscriptions/:id">): Response {
    return Response.json(answerOf(known(request.params.id)));
  }

  function readOutage(request: Bun.BunRequest<"/subscriptions/:id/outage">): Response {
    return outages.of(known(request.params.id).id).route.GET();
  }

  function setOutage(request: Bun.BunRequest<"/subscriptions/:id/outage">): Promise<Response> {
    return outages.of(known(request.params.id).id).route.POST(request);
  }

  function listMessages(request: Request): Response {
    return Response.json(book.messages(readFilter(new URL(request.url).searchParams)));
  }

  function deleteMessages(): Response {
    book.clear();
    return new Response(null, { status: 204 });
  }

  function endSubscription(request: Bun.BunRequest<"/subscriptions/:id">): Response {
    book.end(known(request.params.id));
    return new Response(null, { status: 204 });
  }

  async function changeSubscription(request: Bun.BunRequest<"/subscriptions/:id">): Promise<Response> {
    const subscription = known(request.params.id);
    book.setOffline(subscription, (await readControl(request, offlineBody)).isOffline);
    return Response.json(answerOf(subscription));
  }

  async function waitForMessage(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const found = await book.wait(readFilter(searchParams), readWaitMs(searchParams));
    return found ? Response.json(found) : Response.json({ message: "No such push came in time" }, { status: 404 });
  }

  async function sayShown(request: Bun.BunRequest<"/messages/:id/shown">): Promise<Response> {
    const all = book.messages({ subscription: null, after: null });
    const found = all.find(({ id }) => id === request.params.id);
    if (!found) throw new ControlError(404, "no such message");
    if (given.appOrigin === undefined) throw new ControlError(409, "there is no product to tell");
    const reply = await fetch(`${given.appOrigin}/api/notifications/shown`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: given.appOrigin },
      body: JSON.stringify({ receipt: receiptOf(found) }),
    }).catch(() => null);
    return Response.json({ status: reply?.status ?? 0 });
  }

  const standIn = openStandIn("push", given.port, () =>
    Bun.serve({
      ...SERVE_OPTIONS,
      port: given.port,
      routes: {
        "/": browsersPage,
        "/push/:id": { POST: push },
        "/subscriptions": { GET: listSubscriptions, POST: subscribe },
        "/subscriptions/:id": { GET: readSubscription, POST: changeSubscription, DELETE: endSubscription },
        "/subscriptions/:id/outage": { GET: readOutage, POST: setOutage },
        "/messages": { GET: listMessages, DELETE: deleteMessages },
        "/messages/wait": { GET: waitForMessage },
        "/messages/:id/shown": { POST: sayShown },
        "/redirected": new RedirectTarget().route,
        "/outage": outages.service.route,
      },
      fetch: notFound,
      error: answerControlError,
    }),
  );
  origin = standIn.url;
  return standIn;
}

function decrypted(body: Uint8Array, subscription: Subscription): Pick<Message, "text" | "fault"> {
  try {
    return { text: decryptPush(body, subscription), fault: null };
  } catch (error) {
    return { text: null, fault: error instanceof Error ? error.message : String(error) };
  }
}

function receiptOf({ text }: Message): string {
  try {
    return shownContent.parse(JSON.parse(text ?? "")).receipt;
  } catch {
    throw new ControlError(409, "the message has no receipt");
  }
}

function readFilter(searchParams: URLSearchParams): { subscription: string | null; after: string | null } {
  return { subscription: searchParams.get("subscription"), after: readAfter(searchParams) };
}

if (import.meta.main) {
  await runStandIn("push", ["app"], ({ port, dataDir, extra }) =>
    startPush({ port, stateFile: dataDir && join(dataDir, "push.json"), appOrigin: extra.app }),
  );
}
