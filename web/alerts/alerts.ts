import { batch, computed, effect, type ReadonlySignal, signal } from "@preact/signals-react";
import {
  ALERTS,
  type AlertPoint,
  type AlertTerms,
  type PriceAlert,
} from "../../worker/contract/alerts/price-alerts.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { ApiError, NetworkError } from "../state/api.ts";
import { Attempt } from "../state/attempt.ts";
import { forEachOwner } from "../state/owner.ts";
import { offerPush } from "../state/push-offer.ts";
import { invalidate, peekQuery, type QueryOptions, queryState, setQueryValue } from "../state/query.ts";
import { useQuery } from "../state/use-query.ts";
import { toast } from "../ui/toast/toast.ts";
import { type AlertList, deleteAlert, fetchAlerts, postAlert, postAlertAct, putAlert } from "./alert-calls.ts";
import { defaultTerms, keepChoices, withSameRetreat } from "./alert-choices.ts";
import { isAtPrice, turned } from "./alert-side.ts";
import { alertDraft, setAlertCounts, setAlertDraft } from "./alert-state.ts";
import { alertText as text } from "./alert-text.ts";
import { tellRemoved, tellSet } from "./tell-alert.tsx";

/** The alerts of the signed-in person, as this page knows them. The server has the truth. */

/** How old the list may be where the account's channel says nothing: of a person with alerts, and of others. */
const EVERY_MS = { some: 15_000, none: 60_000 } as const;

export const ALERT_LIST: QueryOptions<AlertList> = {
  key: ["alerts"],
  fetch: fetchAlerts,
  everyMs: (list) => (list?.alerts.some(isOn) ? EVERY_MS.some : EVERY_MS.none),
  isKept: true,
};

export { type AlertDraft, alertDraft, closeAlertEditor } from "./alert-state.ts";

/** What this page has sent and the server has not answered yet: how an alert will be, or null where it goes. */
type Pending = ReadonlyMap<number, PriceAlert | null>;

const state = {
  pending: signal<Pending>(new Map()),
  receipt: signal<number | null>(null),
};

/** The alerts that are not removed, those that wait newest first; null until they are known. */
export const alerts: ReadonlySignal<readonly PriceAlert[] | null> = computed(() => {
  const { value } = queryState(ALERT_LIST).value;
  const pending = state.pending.value;
  if (value === null || pending.size === 0) return value?.alerts ?? null;
  return value.alerts.flatMap((alert) => {
    const next = pending.has(alert.id) ? pending.get(alert.id) : alert;
    return next ? [next] : [];
  });
});

const CAN_FIRE: readonly PriceAlert["state"][] = ["arming", "armed", "waiting"];

/** Whether an alert can fire. */
export function isOn({ state: now }: PriceAlert): boolean {
  return CAN_FIRE.includes(now);
}

/** The firing whose receipt is open. */
export const openedReceipt: ReadonlySignal<number | null> = state.receipt;

effect(() => {
  const list = alerts.value;
  setAlertCounts(list && { listed: list.length, armed: list.filter(isOn).length, max: ALERTS.perTraderMax });
});

/** Loads the alerts, and follows them, while the component is mounted. */
export function useAlerts() {
  return useQuery(ALERT_LIST);
}

/**
 * Opens the editor in the ticket's place.
 * @param given a level, a drawn line, or the alert to change; without any the level is beside the price now
 */
export function openAlertEditor(given: {
  symbol: FeedSymbol;
  price?: number;
  drawing?: { id: string; a: AlertPoint; b: AlertPoint } | null;
  alert?: PriceAlert;
}): void {
  const { symbol, price, drawing, alert } = given;
  setAlertDraft(
    alert
      ? { alert, terms: termsOf(alert) }
      : { alert: null, terms: defaultTerms(symbol, { price, drawing: drawing ?? null }) },
  );
}

/** Changes what the editor holds. A level that goes to the other side of the price turns its direction. */
export function changeDraft(terms: AlertTerms): void {
  const draft = alertDraft.peek();
  if (draft) setAlertDraft({ ...draft, terms: turned(draft.terms, withSameRetreat(draft.terms, terms)) });
}

/** Shows the quote that fired an alert. */
export function openReceipt(firing: number): void {
  state.receipt.value = firing;
}

export function closeReceipt(): void {
  state.receipt.value = null;
}

/** Sets an alert at once, with the choices of the last one. */
export async function setAlertAt(symbol: FeedSymbol, price: number): Promise<void> {
  const terms = defaultTerms(symbol, { price, drawing: null });
  if (isAtPrice(terms)) return void toast.error(text.atPrice);
  await told(async () => tellWithWays(await attempt("new", terms, (key) => createAlert(terms, key))));
}

/** Tells that an alert is set, with the ways to undo and to edit it. */
function tellWithWays(alert: PriceAlert): void {
  tellSet(alert, {
    edit: () => openAlertEditor({ symbol: alert.symbol, alert: newest(alert) }),
    undo: () => void told(() => remove(newest(alert))),
  });
}

/** Sends a new alert. @throws ApiError, NetworkError */
async function createAlert(terms: AlertTerms, key: string): Promise<PriceAlert> {
  const alert = await postAlert(terms, key);
  keepChoices(terms);
  store(alert);
  offerPush();
  return alert;
}

/** Changes an alert. It is shown with its new terms at once; when the API refuses them, the old ones are shown again, with a toast that says why. */
export async function amendAlert(alert: PriceAlert, terms: AlertTerms): Promise<void> {
  const wanted = termsOf(turned(alert, withSameRetreat(alert, terms)));
  if (isAtPrice(wanted)) return void toast.error(text.atPrice);
  const next = { ...alert, ...wanted, state: alert.state === "paused" ? alert.state : "arming" } as const;
  await told(() => change(alert, next, (now, key) => putAlert(now.id, { ...wanted, version: now.version }, key)));
}

/**
 * Sends what the editor holds, which shows a refusal itself.
 * @param alert the one that is changed; null for a new one
 * @throws ApiError, NetworkError
 */
export async function sendDraft(alert: PriceAlert | null, terms: AlertTerms, key: string): Promise<void> {
  try {
    if (!alert) return tellWithWays(await createAlert(terms, key));
    const { id, version } = alert;
    store(await putAlert(id, { ...termsOf(terms), version }, key));
  } catch (error) {
    // What the refusal is about may have changed elsewhere.
    void invalidate(ALERT_LIST.key);
    throw error;
  }
}

/** Removes an alert. Undo sets one with the same terms. */
export async function removeAlert(alert: PriceAlert): Promise<void> {
  // A row that still shows it may be pressed once more.
  if (state.pending.peek().get(alert.id) === null) return;
  if (!(await told(() => remove(alert)))) return;
  const undo = () =>
    told(async () => {
      const terms = termsOf(alert);
      const again = await attempt("again", terms, (key) => createAlert(terms, key));
      if (alert.state === "paused") await pauseAlert(again);
    });
  // One that has fired or expired would be armed, which nobody has asked for.
  tellRemoved(alert, isOn(alert) || alert.state === "paused" ? () => void undo() : null);
}

const remove = (alert: PriceAlert) =>
  change(alert, null, async (now, key) => {
    await deleteAlert(now.id, now.version, key);
    return null;
  });

export const pauseAlert = (alert: PriceAlert) => act(alert, "pause", "paused");
export const resumeAlert = (alert: PriceAlert) => act(alert, "resume", "arming");
/** Arms one that has fired or expired. */
export const armAgain = (alert: PriceAlert) => act(alert, "arm", "arming");

async function act(alert: PriceAlert, what: "pause" | "resume" | "arm", state: PriceAlert["state"]): Promise<void> {
  await told(() => change(alert, { ...alert, state }, (now, key) => postAlertAct(now.id, what, now.version, key)));
}

export function termsOf(of: AlertTerms): AlertTerms {
  const { symbol, condition, repeat, expiresAt, note, isAlsoInQuietHours, drawing } = of;
  return { symbol, condition, repeat, expiresAt, note, isAlsoInQuietHours, drawing };
}

/** Puts an alert that the server has answered with into the list. */
function store(alert: PriceAlert): void {
  const { value } = peekQuery(ALERT_LIST);
  if (value === null) return void invalidate(ALERT_LIST.key);
  const others = value.alerts.filter(({ id }) => id !== alert.id);
  const list = [...others, alert].sort((a, b) => b.id - a.id);
  setQueryValue(ALERT_LIST, { ...value, alerts: list, armed: list.filter(isOn).length });
}

function drop(id: number): void {
  const { value } = peekQuery(ALERT_LIST);
  if (value) setQueryValue(ALERT_LIST, { ...value, alerts: value.alerts.filter((one) => one.id !== id) });
}

function setPending(id: number, next: PriceAlert | null | undefined): void {
  const pending = new Map(state.pending.peek());
  if (next === undefined) pending.delete(id);
  else pending.set(id, next);
  state.pending.value = pending;
}

/** The changes of an alert are sent one after the other, as each needs the version that the one before has made. */
const running = new Map<number, Promise<unknown>>();
/** The alert that this page's own change has made of a version. */
const successors = new Map<string, PriceAlert>();
const versionKey = ({ id, version }: PriceAlert) => `${id} ${version}`;

function newest(alert: PriceAlert): PriceAlert {
  const next = successors.get(versionKey(alert));
  return next ? newest(next) : alert;
}

/** Sends a change, and shows what it will make of the alert meanwhile. @param next null where the alert goes */
async function change(
  alert: PriceAlert,
  next: PriceAlert | null,
  request: (now: PriceAlert, key: string) => Promise<PriceAlert | null>,
): Promise<void> {
  const { id } = alert;
  setPending(id, next);
  const before = running.get(id);
  const send = async () => {
    await before?.catch(() => {});
    const now = newest(alert);
    const answered = await attempt(`${id}`, [now.version, next], (key) => request(now, key));
    if (!answered) return drop(id);
    if (answered.version !== now.version) successors.set(versionKey(now), answered);
    store(answered);
  };
  const own = send();
  running.set(id, own);
  try {
    await own;
  } finally {
    if (running.get(id) === own) {
      running.delete(id);
      setPending(id, undefined);
    }
  }
}

const attempts = new Map<string, Attempt<unknown>>();

/** Sends the attempt of a place at an intent: the same again after a lost answer has the same key. */
async function attempt<Reply>(
  place: string,
  intent: unknown,
  request: (key: string) => Promise<Reply>,
): Promise<Reply> {
  const own = Attempt.of(attempts.get(place), JSON.stringify(intent), () => intent);
  attempts.set(place, own);
  // The same intent has the same request, and so a reply of this type.
  return (await own.send((_, key) => request(key))) as Reply;
}

/** Runs a change. @returns whether it was done; where not, a toast has said why, and the alerts are read again */
async function told(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof NetworkError)) throw error;
    toast.error(refusalWords(error));
    void invalidate(ALERT_LIST.key);
    return false;
  }
}

/** Why a change was not made. */
export function refusalWords(error: unknown): string {
  return error instanceof ApiError && error.message ? error.message : text.notSent;
}

forEachOwner(() => {
  running.clear();
  successors.clear();
  attempts.clear();
  batch(() => {
    state.pending.value = new Map();
    setAlertDraft(null);
    state.receipt.value = null;
  });
});
