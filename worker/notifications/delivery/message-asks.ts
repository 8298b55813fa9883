import type { Statement } from "../../../db/client.ts";
import type { Channel, ChannelWords } from "../../contract/channels.ts";
import { type Language, languageOf } from "../../contract/languages.ts";
import { HOUR_MS } from "../../contract/time.ts";
import type { PushOptions } from "../../platform/services/channel-answer.ts";
import type { DueDelivery } from "../channel-facts-sql.ts";
import { channelWords, openWords, severalWords, type ToldNotification, testWords } from "../channel-words.ts";
import { type Attempt, attemptEnd, postponed } from "./attempt-end.ts";
import { DUTY_EVENT } from "./choose-channel.ts";
import { type BrowserFacts, browserOf, chatOf, saidOf, type Turn } from "./delivery-facts.ts";
import { type AttemptEnd, type ClaimedPush, IN_DOUBT } from "./delivery-store.ts";
import type { DispatcherPorts } from "./dispatcher-ports.ts";
import type { PlannedTurn } from "./plan-turns.ts";
import type { ServiceGates } from "./service-gates.ts";
import { testMail } from "./test-mail.ts";

/** What became of a message. @property more statements that go with it */
export type Outcome = { channel: Channel; host: string; end: AttemptEnd; more: readonly Statement[] };
/** A message that is to be sent. It never throws. */
export type Ask = (gates: ServiceGates) => Promise<Outcome>;

type Ports = DispatcherPorts;

/** The name of Telegram among the services. */
const TELEGRAM = "telegram";
/** How long a push service keeps a push for a browser that is off. */
const PUSH_TTL_S = { soon: 3_600, day: 86_400 };
const MAIL_LOOK_MS = HOUR_MS;
const MAIL_LOOKS_MAX = 8;

/** A push that is to be sent, as data: one object decides and claims, others send. */
export type PushJob = { attempt: Attempt; browser: BrowserFacts; told: Told; language: Language };

/** The pushes of notifications that were just taken. */
export function plannedPushes(
  claimed: readonly ClaimedPush[],
  turns: readonly Turn[],
  plans: readonly PlannedTurn[],
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
): PushJob[] {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const counts = Map.groupBy(plans, ({ channel, toldWithId }) => (channel === "push" ? toldWithId : null));
  return claimed.flatMap(({ id, notificationId, subscriptionId }) => {
    const turn = byId.get(notificationId);
    const browser = turn?.browsers.find((one) => one.id === subscriptionId);
    // A browser that subscribed between the two writes: the next attempt reads its keys.
    if (!turn || !browser) return [];
    const { event, subject, detail } = turn;
    const notification = { id: turn.id, event, subject, detail };
    const attempt = { id, claimedUntilMs: untilMs, attempts: 1, createdAtMs: nowMs, isTest: false };
    const told = { notification, count: counts.get(notificationId)?.length ?? 0 };
    return [{ attempt, browser, told, language: turn.person.language }];
  });
}

/** A push that was tried before, or is a test; null when its browser has ended. */
export function pushOf(due: DueDelivery, claimedUntilMs: number): PushJob | null {
  const browser = browserOf(due.browser);
  return (
    browser && {
      attempt: attemptOf(due, claimedUntilMs),
      browser,
      told: toldOf(due),
      language: languageOf(due.language),
    }
  );
}

/** A message that is due by a channel whose messages one object sends, or a push whose browser has ended. */
export function messageAsk(due: DueDelivery, ports: Ports, claimedUntilMs: number): Ask {
  const { channel } = due;
  const attempt = attemptOf(due, claimedUntilMs);
  if (channel === "email") {
    const isMailed = saidOf(due.said)?.isMailed ?? false;
    return mailAsk(attempt, { userId: due.userId, isMailed }, ports);
  }
  const chat = channel === "telegram" ? chatOf(due.chat) : null;
  if (!chat || due.status === IN_DOUBT) return lostAsk(attempt, channel);
  const { chatId, showsSums } = chat;
  const language = languageOf(due.language);
  const told = toldOf(due);
  return async (gates) => {
    const words = wordsOf(attempt.id, told, language, showsSums);
    const text = words.line === "" ? words.title : `${words.title}\n${words.line}`;
    const message = { text, link: `${ports.appOrigin}${words.path}`, button: openWords(language) };
    const more = (isGone: boolean) => (isGone ? [ports.blockChat(due.userId, chatId)] : []);
    const send = () => ports.sendTelegram(chatId, message);
    return outcomeOf(attempt, { channel, host: TELEGRAM, send, more }, gates, ports);
  };
}

function attemptOf({ id, attempts, createdAtMs, notificationId }: DueDelivery, claimedUntilMs: number): Attempt {
  return { id, claimedUntilMs, attempts, createdAtMs, isTest: notificationId === null };
}

function toldOf(due: DueDelivery): Told {
  const said = saidOf(due.said);
  if (!said) return null;
  const { id, event, subject, detail, toldCount } = said;
  return { notification: { id, event, subject, detail }, count: toldCount };
}

type Told = { notification: ToldNotification; count: number } | null;

function wordsOf(deliveryId: number, told: Told, language: Language, showsSums: boolean): ChannelWords {
  if (!told) return testWords(deliveryId, language);
  const { notification, count } = told;
  return count > 1
    ? severalWords(count, notification.id, language)
    : channelWords(notification, language, { showsSums });
}

/** Sends a push. */
export function pushAsk({ attempt, browser, told, language }: PushJob, ports: Ports): Ask {
  return async (gates) => {
    // A push may be read on a screen that is locked.
    const { tag, title, line, path } = wordsOf(attempt.id, told, language, false);
    const send = async () => {
      const [receipt, options] = await Promise.all([ports.receiptOf(attempt.id), pushOptions(tag, told)]);
      return ports.sendPush(browser, { tag, title, body: line, path, language, receipt }, options);
    };
    const more = (isGone: boolean, status: number) => (isGone ? [ports.endBrowser(browser.id, status)] : []);
    return outcomeOf(attempt, { channel: "push", host: new URL(browser.endpoint).host, send, more }, gates, ports);
  };
}

async function outcomeOf(
  attempt: Attempt,
  {
    channel,
    host,
    send,
    more,
  }: {
    channel: Channel;
    host: string;
    send: () => ReturnType<Ports["sendTelegram"]>;
    more: (isGone: boolean, status: number) => Statement[];
  },
  gates: ServiceGates,
  { now }: Ports,
): Promise<Outcome> {
  // Another dispatcher may have it by now: services were slow with those before it.
  const answer = now() >= attempt.claimedUntilMs ? now() : await gates.ask(host, send);
  if (typeof answer === "number") {
    return { channel, host, end: postponed(attempt, answer, Math.random()), more: [] };
  }
  const options = { isShown: channel === "telegram", nowMs: now(), random: Math.random() };
  return {
    channel,
    host,
    end: attemptEnd(attempt, answer, options),
    more: more(answer.outcome === "gone", answer.status),
  };
}

/** One that cannot be sent: its browser or chat has ended, or it may have been sent already. */
function lostAsk({ id, claimedUntilMs, attempts }: Attempt, channel: Channel): Ask {
  const end = { id, claimedUntilMs, attempts, status: 0, sentAtMs: null, shownAtMs: null, nextMs: null };
  return async () => ({ channel, host: "", end, more: [] });
}

/** The mail of a test is queued; one of a notification is looked at: triggers write what the mail service answers. */
function mailAsk(attempt: Attempt, { userId, isMailed }: { userId: string; isMailed: boolean }, ports: Ports): Ask {
  const { id, claimedUntilMs, attempts, isTest } = attempt;
  return async () => {
    const nowMs = ports.now();
    const isOver = isTest ? attempts > 1 : !isMailed || attempts > MAIL_LOOKS_MAX;
    const nextMs = isOver ? null : nowMs + MAIL_LOOK_MS;
    const end = { id, claimedUntilMs, attempts, status: isOver ? 0 : null, sentAtMs: null, shownAtMs: null, nextMs };
    const more = isTest && !isOver ? [testMail(ports.db.query, ports.appOrigin, { id, userId }, nowMs)] : [];
    return { channel: "email", host: "", end, more };
  };
}

async function pushOptions(tag: string, told: Told): Promise<PushOptions> {
  const event = told?.notification.event;
  const isSoon = event === undefined || event === "alert_fired" || event === "demo_closed" || event === DUTY_EVENT;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(tag));
  const topic = Buffer.from(digest).toString("base64url").slice(0, 32);
  return { topic, ttlS: isSoon ? PUSH_TTL_S.soon : PUSH_TTL_S.day, urgency: "high" };
}
