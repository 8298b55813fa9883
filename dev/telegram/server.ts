import { join } from "node:path";
import { z } from "zod";
import { CalledOutages, RedirectTarget } from "../stand-in/called-outages.ts";
import { answerControlError, ControlError, notFound, readControl } from "../stand-in/control.ts";
import { openStandIn, runStandIn, SERVE_OPTIONS, type StandIn } from "../stand-in/stand-in.ts";
import { readAfter, readWaitMs } from "../stand-in/waiting.ts";
import { Bot, type BotIdentity } from "./bot.ts";
import { FAILURES, SLOW_MS } from "./bot-api.ts";
import { ChatBook, type MessageFilter, type Person } from "./chat-book.ts";
import chatsPage from "./chats.html";
import { readDeepLink } from "./deep-link.ts";
import { type Update, Webhook, type WebhookAnswer, type WebhookTarget } from "./webhook.ts";

/** The bot of the local stack. */
export const LOCAL_BOT: BotIdentity = { token: "1000000001:local-telegram-token", name: "tonle_local_bot" };

const personBody = z.strictObject({
  firstName: z.string().min(1).max(64),
  username: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_]{4,31}$/)
    .optional(),
  languageCode: z.string().optional(),
});
const sendBody = z.strictObject({ text: z.string().min(1).max(4_096) });
const openBody = z.strictObject({ link: z.string() });
const updateBody = z.strictObject({ update: z.looseObject({ update_id: z.number().int().optional() }) });

/** What became of an update: the status of the webhook's first answer, 0 without one, null when it was not sent. */
export type UpdateAnswer = { updateId: number; status: number | null };

/**
 * Starts the local stand-in for Telegram: the Bot API for the product, and people with chats for the person at the machine.
 *
 * Control: `POST /people {firstName, username?, languageCode?}`, `GET /people`, `GET /people/ID`;
 * `POST /people/ID/open {link}` (follows a deep link and presses Start), `/send {text}`, `/block {}`, `/unblock {}`,
 * `/outage {mode, seconds?}`; `GET /messages?chat=&from=bot|person&after=`, `GET /messages/wait?...&timeoutMs=` (the oldest that
 * matches; 404 on timeout), `DELETE /messages`; `POST /updates {update}` (any update, with its number or the next one, such as that of a
 * group, or one that comes again); `GET /webhook`; `POST /outage {mode, seconds?}`; `GET /redirected`.
 *
 * @param given.stateFile file for people and messages; in memory without it
 * @param given.webhook where updates are sent until the product calls `setWebhook`, which is not stored
 */
export function startTelegram(given: {
  port: number;
  stateFile?: string | undefined;
  bot?: BotIdentity | undefined;
  webhook?: Omit<WebhookTarget, "allowedUpdates"> | undefined;
}): StandIn {
  const book = new ChatBook(given.stateFile);
  const webhook = new Webhook({ url: "", secret: null, ...given.webhook, allowedUpdates: null });
  const bot = new Bot(given.bot ?? LOCAL_BOT, { book, webhook });
  const outages = new CalledOutages(FAILURES);

  const known = (id: string): Person => {
    const found = book.find(id);
    if (!found) throw new ControlError(404, "no such person");
    return found;
  };

  async function callMethod(request: Request): Promise<Response> {
    const [, token, method] =
      /^\/bot([^/]+)\/([A-Za-z]+)$/.exec(decodeURIComponent(new URL(request.url).pathname)) ?? [];
    if (token === undefined || method === undefined) return notFound();
    const parameters = await bot.read(token, request);
    if (parameters instanceof Response) return parameters;
    const isMessage = method.toLowerCase() === "sendmessage";
    const person = isMessage ? book.find(String(parameters.chat_id)) : null;
    const failing = outages.now(person ? String(person.id) : null);
    const isAnswered = failing?.mode !== "hang" && failing?.mode !== "lost";
    // Counted before its answer, which may never come.
    if (person && !isAnswered) book.count(person, "hung");
    if (failing?.mode === "slow") await Bun.sleep(SLOW_MS);
    const answer = (await failing?.fail()) ?? (await bot.call(method, parameters));
    if (failing?.mode === "lost") {
      await failing.changed;
      return new Response(null, { status: 504 });
    }
    if (person && isAnswered) book.count(person, answer.status);
    return answer;
  }

  async function send(update: Update): Promise<UpdateAnswer> {
    const answer = await webhook.send(update);
    if (answer) await performAnswer(answer);
    return { updateId: update.update_id, status: answer?.status ?? null };
  }

  /** A bot may answer an update with a call of a method. */
  async function performAnswer({ body }: WebhookAnswer): Promise<void> {
    const call = z.looseObject({ method: z.string() }).safeParse(body);
    if (call.success) await bot.call(call.data.method, call.data);
  }

  function readBot(): Response {
    return Response.json({ name: bot.name });
  }

  function readWebhook(): Response {
    return Response.json({ ...webhook.info, sent: webhook.sent });
  }

  function listPeople(): Response {
    return Response.json(book.people());
  }

  async function addPerson(request: Request): Promise<Response> {
    return Response.json(book.add(await readControl(request, personBody)), { status: 201 });
  }

  function readPerson(request: Bun.BunRequest<"/people/:id">): Response {
    return Response.json(known(request.params.id));
  }

  function readOutage(request: Bun.BunRequest<"/people/:id/outage">): Response {
    return outages.of(String(known(request.params.id).id)).route.GET();
  }

  function setOutage(request: Bun.BunRequest<"/people/:id/outage">): Promise<Response> {
    return outages.of(String(known(request.params.id).id)).route.POST(request);
  }

  function listMessages(request: Request): Response {
    return Response.json(book.messages(readFilter(new URL(request.url).searchParams)));
  }

  function deleteMessages(): Response {
    book.clear();
    return new Response(null, { status: 204 });
  }

  async function openLink(request: Bun.BunRequest<"/people/:id/open">): Promise<Response> {
    const person = known(request.params.id);
    const { link } = await readControl(request, openBody);
    const payload = payloadOf(link, bot.name);
    return Response.json(await start(person, payload === null ? "/start" : `/start ${payload}`));
  }

  async function start(person: Person, text: string): Promise<UpdateAnswer> {
    if (person.hasBlocked) await unblock(person);
    book.change(person, { hasStarted: true });
    return send(bot.messageUpdate(person, text));
  }

  async function write(request: Bun.BunRequest<"/people/:id/send">): Promise<Response> {
    const person = known(request.params.id);
    const { text } = await readControl(request, sendBody);
    if (text.startsWith("/start")) return Response.json(await start(person, text));
    if (!person.hasStarted || person.hasBlocked) throw new ControlError(409, "this person has not started the bot");
    return Response.json(await send(bot.messageUpdate(person, text)));
  }

  async function block(request: Bun.BunRequest<"/people/:id/block">): Promise<Response> {
    const person = known(request.params.id);
    book.change(person, { hasBlocked: true });
    return Response.json(await send(bot.blockUpdate(person, true)));
  }

  async function unblock(person: Person): Promise<UpdateAnswer> {
    book.change(person, { hasBlocked: false });
    return send(bot.blockUpdate(person, false));
  }

  async function unblockBot(request: Bun.BunRequest<"/people/:id/unblock">): Promise<Response> {
    return Response.json(await unblock(known(request.params.id)));
  }

  async function postUpdate(request: Request): Promise<Response> {
    const { update } = await readControl(request, updateBody);
    return Response.json(await send({ ...update, update_id: update.update_id ?? book.nextUpdateId() }));
  }

  async function waitForMessage(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const found = await book.wait(readFilter(searchParams), readWaitMs(searchParams));
    return found ? Response.json(found) : Response.json({ message: "No such message came in time" }, { status: 404 });
  }

  const standIn = openStandIn("telegram", given.port, () =>
    Bun.serve({
      ...SERVE_OPTIONS,
      port: given.port,
      routes: {
        "/": chatsPage,
        "/bot": { GET: readBot },
        "/people": { GET: listPeople, POST: addPerson },
        "/people/:id": { GET: readPerson },
        "/people/:id/open": { POST: openLink },
        "/people/:id/send": { POST: write },
        "/people/:id/block": { POST: block },
        "/people/:id/unblock": { POST: unblockBot },
        "/people/:id/outage": { GET: readOutage, POST: setOutage },
        "/messages": { GET: listMessages, DELETE: deleteMessages },
        "/messages/wait": { GET: waitForMessage },
        "/updates": { POST: postUpdate },
        "/webhook": { GET: readWebhook },
        "/redirected": new RedirectTarget().route,
        "/outage": outages.service.route,
      },
      fetch: callMethod,
      error: answerControlError,
    }),
  );
  return {
    ...standIn,
    stop: () => {
      webhook.stop();
      return standIn.stop();
    },
  };
}

function payloadOf(link: string, botName: string): string | null {
  try {
    return readDeepLink(link, botName);
  } catch (error) {
    throw new ControlError(422, error instanceof Error ? error.message : String(error));
  }
}

function readFilter(searchParams: URLSearchParams): MessageFilter {
  return { chat: searchParams.get("chat"), from: searchParams.get("from"), after: readAfter(searchParams) };
}

if (import.meta.main) {
  await runStandIn("telegram", ["token", "name", "webhook", "secret"], ({ port, dataDir, extra }) =>
    startTelegram({
      port,
      stateFile: dataDir && join(dataDir, "telegram.json"),
      bot: { token: extra.token ?? LOCAL_BOT.token, name: extra.name ?? LOCAL_BOT.name },
      ...(extra.webhook && { webhook: { url: extra.webhook, secret: extra.secret ?? null } }),
    }),
  );
}
