import { type ReadonlySignal, type Signal, signal } from "@preact/signals-react";
import { afterPaint } from "../ui/after-paint.ts";
import { ApiError, isOutcomeUnknown } from "./api.ts";
import { isChannelUp } from "./network/account-channel.ts";
import { pauseBeforeRetry } from "./network/connection.ts";
import { poll } from "./network/poll.ts";
import { forEachOwner, ownerId } from "./owner.ts";
import { never, startStopwatch } from "./timing/stopwatch.ts";
import { isTold } from "./told-queries.ts";

/**
 * The cache of what the API has answered: one entry for each key, shared by all its readers. Everything in it belongs
 * to the signed-in user, and is dropped when another user signs in or nobody is.
 */

/**
 * Identifies an entry. {@link invalidate} takes the first parts of a key. A function in a key is compared by its identity.
 */
export type QueryKey = string | readonly unknown[];

/** The known state of an entry. */
export type QueryState<T> = {
  /** The last answer; null before the first one. It stays while a newer one is awaited or fails. */
  value: T | null;
  /** When the value arrived, epoch ms. */
  atMs: number;
  /** Why the last request failed; null after an answer. */
  error: unknown;
  /** Whether somebody waits for a request: the first one, or one that they asked for. Polls and retries do not count. */
  isLoading: boolean;
  /** The user whom the value belongs to; null without a session. */
  ownerId: string | null;
};

/** A request. @param before the value so far, for requests that add to it */
export type QueryFetch<T> = (signal: AbortSignal, before: T | null) => Promise<T>;

/** How an entry is fetched. */
export type QueryOptions<T> = {
  key: QueryKey;
  /** Its signal aborts when the last reader leaves, and when a newer request or value replaces this one. */
  fetch: QueryFetch<T>;
  /** How long a value counts as fresh, ms: meanwhile, neither a first reader nor a page that becomes visible fetches. */
  staleMs?: number | undefined;
  /** Interval of the poll while somebody reads, ms; of several readers, the shortest. A hidden page does not poll. */
  everyMs?: number | ((value: T | null) => number | undefined) | undefined;
  /** Changes when the data behind the key changes: the value of another revision is stale. */
  revision?: string | undefined;
  /** The line to log when a request fails, for values whose screens do not show that. */
  failure?: string;
  /** Whether the value stays after the last reader has left, as long as its owner. */
  isKept?: boolean;
  /**
   * Whether a component that begins to read it loads it anew and sees nothing older, however soon after another reader:
   * for what a decision rests on.
   */
  isLoadedAnew?: boolean;
};

type Entry<T> = {
  readonly key: readonly unknown[];
  readonly state: Signal<QueryState<T>>;
  readonly readers: Set<QueryOptions<T>>;
  /**
   * Called with each state. Not effects of the signal: those may run while a component renders, as `useSignals` keeps a
   * batch open until the next component renders.
   */
  readonly listeners: Set<(state: QueryState<T>) => void>;
  request: { control: AbortController; done: Promise<void> } | null;
  revision: string | undefined;
  /** The time since the value arrived, ms. */
  age: () => number;
  /** Whether the value must be fetched again, however new it is. */
  isStale: boolean;
  /** Requests that have failed since the last answer. */
  failures: number;
  poll: { everyMs: number; stop: () => void } | null;
  /** Whether it has a reader, or had one just now: a component that renders with other options stays a reader. */
  isRead: boolean;
};

const entries = new Map<string, Entry<unknown>>();
/** Whether the session has ended while its page stays open: nothing is fetched until it continues. */
let isSuspended = false;

const nothing = (): QueryState<never> => ({ value: null, atMs: 0, error: null, isLoading: false, ownerId: ownerId() });

/** Stops all requests while a page whose session has ended waits for a new log-in. */
export function suspendQueries(): void {
  isSuspended = true;
  for (const entry of entries.values()) abort(entry);
}

/** Fetches what is on the screen again, for the same user who continues after {@link suspendQueries}. */
export function resumeQueries(): void {
  if (!isSuspended) return;
  isSuspended = false;
  void invalidate();
}

/** The state of a kept entry as a signal, for code that is not a component. Reading it fetches nothing. */
export function queryState<T>(options: QueryOptions<T>): ReadonlySignal<QueryState<T>> {
  return entryOf(options).state;
}

/** The state of an entry that nobody has read before. */
export function firstState<T>(options: QueryOptions<T>): QueryState<T> {
  return options.isLoadedAnew ? nothing() : peekQuery(options);
}

/** Drops an entry that nobody reads, so that its next reader begins without a value. */
export function dropUnread({ key }: { key: QueryKey }): void {
  const entry = find(key);
  if (entry?.readers.size === 0) entries.delete(textOf(entry.key));
}

/** The state of an entry at this moment. */
export function peekQuery<T>({ key }: QueryOptions<T>): QueryState<T> {
  return find<T>(key)?.state.peek() ?? nothing();
}

/**
 * Reads an entry until it is stopped. The first reader fetches it unless it is fresh; later ones share what is there.
 * @param onState called with the state now, and whenever it changes
 * @returns stops it; after the last reader, the request is aborted, and an entry that is not kept is dropped
 */
export function watchQuery<T>(
  options: QueryOptions<T>,
  onState: (state: QueryState<T>) => void = () => {},
): () => void {
  const entry = entryOf(options);
  const reader = { ...options };
  const { revision = entry.revision, staleMs = 0, isKept = false } = options;
  const isOld = !entry.isRead && entry.age() >= staleMs;
  const isOther = revision !== entry.revision;
  entry.isRead = true;
  entry.revision = revision;
  entry.readers.add(reader);
  const isDue = () => entry.request === null && (isOld || entry.isStale);
  const hasValue = entry.state.peek().value !== null && !options.isLoadedAnew;
  if (isOther || (isDue() && !hasValue)) void load(entry, options);
  else if (isDue()) {
    // The value is shown first. The reader may have been replaced by then.
    afterPaint(() => {
      const [current] = entry.readers;
      if (current && isDue()) void load(entry, current);
    });
  }
  settlePoll(entry);
  onState(entry.state.peek());
  entry.listeners.add(onState);
  return () => {
    entry.listeners.delete(onState);
    entry.readers.delete(reader);
    settlePoll(entry);
    queueMicrotask(() => {
      if (entry.readers.size > 0) return;
      entry.isRead = false;
      abort(entry);
      if (!isKept && find(entry.key) === entry) entries.delete(textOf(entry.key));
    });
  };
}

/**
 * Sends a request for somebody who waits for it. One in flight was sent before and may be outdated, so it is aborted.
 * @param fetch another request than the usual one, such as for the next page of a list
 * @returns resolves when the request has ended; a failure is in the state
 */
export function loadQuery<T>(options: QueryOptions<T>, fetch: QueryFetch<T> = options.fetch): Promise<void> {
  const entry = entryOf(options);
  show(entry, { ...entry.state.peek(), isLoading: true });
  return load(entry, { ...options, fetch });
}

/** Sets a value that came otherwise, as with the answer to an action. It is newer than that of a request in flight. */
export function setQueryValue<T>(options: QueryOptions<T>, value: T): void {
  const entry = entryOf(options);
  abort(entry);
  store(entry, value);
}

/**
 * Marks entries as stale, and fetches those that somebody reads.
 * @param prefix the first parts of their keys; none for all entries
 * @returns resolves when the requests have ended
 */
export async function invalidate(prefix: QueryKey = []): Promise<void> {
  const parts = partsOf(prefix).map(textOf);
  const isMeant = ({ key }: Entry<unknown>) => parts.every((part, index) => textOf(key[index]) === part);
  await Promise.all(
    [...entries.values()].filter(isMeant).map((entry) => {
      entry.isStale = true;
      const [reader] = entry.readers;
      return reader ? load(entry, reader) : abort(entry);
    }),
  );
}

const partsOf = (key: QueryKey): readonly unknown[] => (typeof key === "string" ? [key] : key);

const functionIds = new WeakMap<object, number>();
let functionCount = 0;

/** A key or a part of it as text, by which two of them are compared. */
export function textOf(key: unknown): string {
  return JSON.stringify([key], (_, part: unknown) => {
    if (typeof part !== "function") return part;
    const id = functionIds.get(part) ?? ++functionCount;
    functionIds.set(part, id);
    return `function ${id}`;
  });
}

/** The key of an entry determines the type of its value: each key is used with one `fetch`. */
function find<T>(key: QueryKey): Entry<T> | undefined {
  return entries.get(textOf(partsOf(key))) as Entry<T> | undefined;
}

function entryOf<T>({ key }: QueryOptions<T>): Entry<T> {
  const entry = find<T>(key) ?? {
    key: partsOf(key),
    state: signal<QueryState<T>>(nothing()),
    readers: new Set(),
    listeners: new Set(),
    request: null,
    revision: undefined,
    age: never,
    isStale: false,
    failures: 0,
    poll: null,
    isRead: false,
  };
  entries.set(textOf(entry.key), entry as Entry<unknown>);
  return entry;
}

/** Sends a request in place of the one in flight. */
function load<T>(entry: Entry<T>, { fetch, failure }: QueryOptions<T>): Promise<void> {
  entry.request?.control.abort();
  if (isSuspended) return Promise.resolve();
  const before = entry.state.peek();
  if (before.value === null) show(entry, { ...before, isLoading: true });
  const control = new AbortController();
  const run = async () => {
    try {
      const value = await fetch(control.signal, before.value);
      if (!control.signal.aborted) store(entry, value);
    } catch (error) {
      if (control.signal.aborted) return;
      if (failure) console.warn(failure, error);
      fail(entry, error);
    }
  };
  entry.request = { control, done: Promise.resolve() };
  const done = run();
  if (entry.request?.control === control) entry.request.done = done;
  return done;
}

function show<T>(entry: Entry<T>, state: QueryState<T>): void {
  entry.state.value = state;
  for (const listener of entry.listeners) listener(state);
}

function store<T>(entry: Entry<T>, value: T): void {
  entry.request = null;
  entry.isStale = false;
  entry.failures = 0;
  entry.age = startStopwatch();
  show(entry, { value, atMs: Date.now(), error: null, isLoading: false, ownerId: ownerId() });
  settlePoll(entry);
}

function fail<T>(entry: Entry<T>, error: unknown): void {
  entry.request = null;
  entry.failures += 1;
  const before = entry.state.peek();
  show(entry, { ...before, error, isLoading: false });
  // The screen shows an older value. Without one, it shows the error and offers to repeat the request.
  if (before.value !== null && mayPass(error)) void retry(entry);
}

/** Whether a request that failed so may succeed without anybody's doing. */
function mayPass(error: unknown): boolean {
  return isOutcomeUnknown(error) || (error instanceof ApiError && error.code === "too_many_requests");
}

async function retry<T>(entry: Entry<T>): Promise<void> {
  const { failures } = entry;
  await pauseBeforeRetry(failures - 1);
  const [reader] = entry.readers;
  if (reader && entry.request === null && entry.failures === failures) await load(entry, reader);
}

function abort<T>(entry: Entry<T>): void {
  entry.request?.control.abort();
  entry.request = null;
  const before = entry.state.peek();
  if (before.isLoading) show(entry, { ...before, isLoading: false });
}

function empty<T>(entry: Entry<T>): void {
  abort(entry);
  entry.failures = 0;
  entry.age = never;
  show(entry, nothing());
  settlePoll(entry);
}

/** Polls at the shortest interval that a reader wants. */
function settlePoll<T>(entry: Entry<T>): void {
  const { value } = entry.state.peek();
  const wanted = [...entry.readers].map(({ everyMs }) => (typeof everyMs === "function" ? everyMs(value) : everyMs));
  const everyMs = Math.min(...wanted.map((ms = Number.POSITIVE_INFINITY) => ms));
  if (everyMs === (entry.poll?.everyMs ?? Number.POSITIVE_INFINITY)) return;
  entry.poll?.stop();
  const freshMs = Math.max(...[...entry.readers].map(({ staleMs = 0 }) => staleMs));
  const pauses = { everyMs, freshMs, isTold: isTold(entry.key) ? isChannelUp : undefined };
  const stop = everyMs < Number.POSITIVE_INFINITY ? poll(() => refresh(entry), pauses) : null;
  entry.poll = stop && { everyMs, stop };
}

/** @returns false where nothing was requested, so that a page which was hidden requests it as soon as it is visible */
async function refresh<T>(entry: Entry<T>): Promise<boolean> {
  const [reader] = entry.readers;
  if (!reader || document.visibilityState !== "visible") return false;
  await (entry.request?.done ?? load(entry, reader));
  return true;
}

// Another user finds the cache empty; what is on the screen is fetched for them. Last, as it may run at once.
forEachOwner((id) => {
  for (const entry of entries.values()) empty(entry);
  isSuspended = false;
  if (id !== null) void invalidate();
});
