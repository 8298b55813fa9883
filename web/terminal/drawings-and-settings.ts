import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals-react";
import { useEffect } from "react";
import { dollarsOf, stepsOf } from "../../worker/contract/price-steps.ts";
import { type FeedSymbol, isFeedSymbol } from "../../worker/contract/symbols.ts";
import { DEFAULT_CHART, DEFAULT_WATCHLIST } from "../../worker/contract/terminal/terminal-defaults.ts";
import type {
  ChartSettings,
  Drawing,
  TerminalChange,
  TicketReminder,
  Watchlist,
} from "../../worker/contract/terminal/terminal-schema.ts";
import type { DrawingChange, KeptDrawing } from "../drawings/drawing-history.ts";
import { accountSocket, followAccount } from "../state/account-feed.ts";
import { type ApiError, answer, api } from "../state/api.ts";
import { forEachOwner, ownerId } from "../state/owner.ts";
import { accountKey } from "../state/storage/account-storage.ts";
import { localStore } from "../state/storage/browser-storage.ts";
import { sentByOwner } from "../state/sync/sent-by-owner.ts";
import { type TerminalPart, TerminalSync, type Unversioned } from "./sync.ts";
import { unsentChanges } from "./unsent-changes.ts";

/**
 * What the signed-in person keeps of the terminal: watchlist, chart and drawings. A change is there at once, reaches the
 * account when it can, and the other tabs and devices from there.
 */

const settings = signal<readonly TerminalChange[]>([]);
const drawings = new Map<FeedSymbol, Signal<readonly KeptDrawing[]>>();
const isRead = signal(false);
const unread = signal<readonly TerminalPart[]>([]);
const isUnsent = signal(false);
/** The watchlist that this browser saw last, until the account has answered. */
const lastWatchlist = signal<Watchlist | null>(null);
/** How many components follow each part. */
const followed = new Map<TerminalPart, number>();
const refusalListeners = new Set<(error: ApiError | null) => void>();
const LAST_WATCHLIST = "watchlist";
/** The account takes prices that would be more steps than a number counts. */
const DRAWN_STEPS_MAX = 10 ** 15 - 1;

const sync = new TerminalSync({
  read: (part) =>
    answer(
      part === "settings"
        ? api.terminal.settings.$get({ query: {} })
        : api.terminal.drawings[":symbol"].$get({ param: { symbol: part }, query: {} }),
    ),
  send: (changes) => answer(api.terminal.changes.$post({ json: { changes } }, sentByOwner())),
  onChange: (parts) => {
    for (const part of parts) publish(part);
  },
  onRefused: tellRefusal,
  onWaiting: (change) => {
    isUnsent.value = true;
    const id = ownerId();
    if (id !== null) unsentChanges.keep(id, change);
  },
  onAnswered: (change) => {
    isUnsent.value = sync.isWaiting;
    const id = ownerId();
    if (id !== null) unsentChanges.forget(id, change);
  },
  // The account takes 120 requests a minute, of all tabs.
  sendEveryMs: 1_000,
});

accountSocket.listen({
  onMessage: (message) => {
    if (message.type === "terminal") sync.hear(message);
  },
});
window.addEventListener("pagehide", () => sync.flush());

forEachOwner((id) => {
  sync.forget();
  isRead.value = false;
  isUnsent.value = false;
  lastWatchlist.value = id === null ? null : storedWatchlist(id);
  if (id === null) return;
  for (const part of followed.keys()) sync.require(part);
  const unsent = unsentChanges.read(id);
  if (unsent.length === 0) return;
  isUnsent.value = true;
  sync.resume(unsent);
});

/** The symbols of the watchlist in their order, and which of them are hidden. */
export const watchlist: ReadonlySignal<Watchlist> = computed(
  () => keptWatchlist() ?? (isRead.value ? null : lastWatchlist.value) ?? DEFAULT_WATCHLIST,
);

/** Whether watchlist and chart are those of the account, and not yet those of who has changed nothing. */
export const areSettingsRead: ReadonlySignal<boolean> = isRead;

/** Whether changes have not reached the account yet; they are kept in this browser. */
export const areChangesUnsent: ReadonlySignal<boolean> = isUnsent;

/** The chart's type, scale and indicators. */
export const chartSettings: ReadonlySignal<ChartSettings> = computed(
  () => settings.value.find((one) => one.kind === "chart")?.body ?? DEFAULT_CHART,
);

/** The finding of which the ticket reminds; null for none, and until the settings are read. */
export const ticketReminder: ReadonlySignal<TicketReminder | null> = computed(
  () => settings.value.find((one) => one.kind === "reminder")?.body ?? null,
);

/** The drawings on the chart of a symbol, those changed last at the end. Empty until they are read. */
export function drawingsOf(symbol: FeedSymbol): ReadonlySignal<readonly KeptDrawing[]> {
  return drawingSignal(symbol);
}

/** Whether the drawings of a symbol are those of the account. Reads signals. */
export function areDrawingsRead(symbol: FeedSymbol): boolean {
  drawingSignal(symbol).value;
  return sync.isKnown(symbol);
}

/** Whether drawings or settings could not be read: they look like none, and are read again by themselves. Reads signals. */
export function isUnread(part: TerminalPart): boolean {
  return unread.value.includes(part);
}

/** Reads what could not be read now. */
export function readUnread(): void {
  sync.readAgain();
}

/** Changes the watchlist. Refused until the settings are read. */
export function setWatchlist(body: Watchlist): void {
  setSettings({ kind: "watchlist", body });
}

/** Changes the chart's settings. Refused until they are read. */
export function setChartSettings(body: ChartSettings): void {
  setSettings({ kind: "chart", body });
}

/** Changes what the ticket reminds of. Refused until the settings are read. */
export function setTicketReminder(body: TicketReminder | null): void {
  setSettings({ kind: "reminder", body });
}

/** Until they are read it would replace what the account has by a change of the defaults. */
function setSettings(change: Unversioned): void {
  if (isRead.peek()) sync.change([change]);
  else tellRefusal(null);
}

function tellRefusal(error: ApiError | null): void {
  for (const listener of refusalListeners) listener(error);
}

/** Changes or adds drawings of a symbol, all at once. A null removes one. */
export function changeDrawings(symbol: FeedSymbol, changes: readonly DrawingChange[]): void {
  const inDollars = (steps: number) => dollarsOf(symbol, steps);
  const bodies = changes.map(({ id, drawing }) => ({ id, body: drawing && withPrices(drawing, inDollars) }));
  sync.change(bodies.map(({ id, body }) => ({ kind: "drawing", symbol, id, body })));
}

/** A drawing with other prices: the account keeps dollars, and the chart has whole steps. */
function withPrices(drawing: Drawing, priceOf: (price: number) => number): Drawing {
  return { ...drawing, anchors: drawing.anchors.map(({ time, price }) => ({ time, price: priceOf(price) })) };
}

/** Reads the settings, and follows what other tabs and devices change, while the component is mounted. */
export function useTerminalSettings(): void {
  useFollowed("settings");
}

/** As {@link useTerminalSettings}, for the drawings of a symbol. */
export function useDrawings(symbol: FeedSymbol): void {
  useFollowed(symbol);
}

/**
 * Listens to changes that the account refuses; null for one of settings that are not read yet. The entry is again what it
 * was.
 * @returns stops it
 */
export function onTerminalRefusal(listener: (error: ApiError | null) => void): () => void {
  refusalListeners.add(listener);
  return () => refusalListeners.delete(listener);
}

function useFollowed(part: TerminalPart): void {
  useEffect(() => {
    followed.set(part, (followed.get(part) ?? 0) + 1);
    if (ownerId() !== null) sync.require(part);
    const stop = followAccount();
    return () => {
      stop();
      const left = (followed.get(part) ?? 1) - 1;
      if (left > 0) followed.set(part, left);
      else followed.delete(part);
    };
  }, [part]);
}

function keptWatchlist(): Watchlist | null {
  return settings.value.find((one) => one.kind === "watchlist")?.body ?? null;
}

function drawingSignal(symbol: FeedSymbol) {
  const known = drawings.get(symbol) ?? signal<readonly KeptDrawing[]>([]);
  drawings.set(symbol, known);
  return known;
}

function publish(part: TerminalPart): void {
  const entries = sync.entries(part);
  unread.value = sync.unread;
  if (part === "settings") {
    settings.value = entries;
    isRead.value = sync.isKnown(part);
    const id = ownerId();
    if (isRead.value && id !== null) storeWatchlist(id);
    return;
  }
  const most = dollarsOf(part, DRAWN_STEPS_MAX);
  const inSteps = (dollars: number) => Math.max(1, stepsOf(part, Math.min(dollars, most), "nearest"));
  drawingSignal(part).value = entries.flatMap((entry) =>
    entry.kind === "drawing" && entry.body ? [{ id: entry.id, drawing: withPrices(entry.body, inSteps) }] : [],
  );
}

function storeWatchlist(userId: string): void {
  const list = keptWatchlist();
  const key = accountKey(LAST_WATCHLIST, userId);
  if (list) localStore.set(key, JSON.stringify([list.order, list.hidden]));
  else localStore.remove(key);
}

/** Null when nothing is stored, or something else than a list of known symbols. */
function storedWatchlist(userId: string): Watchlist | null {
  try {
    const stored: unknown = JSON.parse(localStore.get(accountKey(LAST_WATCHLIST, userId)) ?? "null");
    const [order, hidden] = Array.isArray(stored) ? stored.map(symbolsIn) : [];
    return order && order.length > 0 && hidden ? { order, hidden } : null;
  } catch {
    return null;
  }
}

function symbolsIn(value: unknown): FeedSymbol[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string").filter(isFeedSymbol) : [];
}
