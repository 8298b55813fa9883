import type { AccountTopic } from "../../worker/contract/account-channel.ts";
import { SOCKET } from "../../worker/contract/limits.ts";
import { setChannelUp, tellAccountChange } from "./network/account-channel.ts";
import { AccountSocket } from "./network/account-socket.ts";
import { ReadChanges } from "./network/read-changes.ts";
import { forEachOwner, ownerId } from "./owner.ts";
import { invalidate } from "./query.ts";
import { checkAnew } from "./session.ts";
import { accountKey } from "./storage/account-storage.ts";
import { localStore } from "./storage/browser-storage.ts";
import { TOLD_QUERIES } from "./told-queries.ts";

/** The page's private socket, and what it says of the account: queries are read again, and others are told. */

export const accountSocket = new AccountSocket({
  open: () => new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/demo/socket`),
  owner: ownerId,
  // Not on pages without HTTPS.
  locks: (navigator as { locks?: LockManager }).locks,
  waits: {
    connectTimeoutMs: SOCKET.connectTimeoutMs,
    reconnectMinMs: SOCKET.reconnectMinMs,
    reconnectMaxMs: SOCKET.reconnectMaxMs,
    beatMs: 1_000,
    // The server closes sockets that have not sent a ping for a minute. A dead one is found within the shortest age that is
    // promised of what it tells.
    pingEveryMs: 25_000,
    silentAfterMs: 9_000,
    pongWithinMs: 5_000,
    blockedEveryMs: 5_000,
    lingerMs: 5_000,
    sayEveryMs: 2_000,
    takeOverAfterMs: 5_000,
  },
});

/** What is told of several causes that follow each other is read at most this often, ms. */
const READ_EVERY_MS = 250;
/** The topics of which the session check reads what has changed. */
const OF_PERSON: readonly AccountTopic[] = ["identity", "sessions", "profile"];
/** In this browser's storage: the number of the last change, and when it was heard of. */
const LAST_CHANGE = "last-change";

const changes = new ReadChanges();
const unread = new Set<AccountTopic>();
let isPausing = false;

accountSocket.listen({
  onLink() {
    changes.begin();
    setChannelUp(false);
  },
  onMessage(message) {
    // A page that is being hidden hears at its next greeting that it has missed something.
    if (message.type !== "account" || document.hidden) return;
    const changed = changes.take(message, numberBeforePage);
    const id = ownerId();
    if (id !== null) localStore.set(accountKey(LAST_CHANGE, id), `${message.number} ${Date.now()}`);
    setChannelUp(true);
    readAgain(changed);
  },
  onSessionEnd: () => readAgain(["sessions"]),
});

forEachOwner(() => {
  changes.forget();
  unread.clear();
  // When all that is kept of the person before is forgotten.
  queueMicrotask(() => accountSocket.sync());
});

/** Follows the account. @returns stops it */
export function followAccount(): () => void {
  return accountSocket.follow();
}

/** The number that this browser knew before anything of this page was read; null where it did not. */
function numberBeforePage(): number | null {
  const id = ownerId();
  const [number, atMs] =
    (id === null ? null : localStore.get(accountKey(LAST_CHANGE, id)))?.split(" ").map(Number) ?? [];
  return number !== undefined && atMs !== undefined && atMs < performance.timeOrigin ? number : null;
}

/** Has everything read again that a topic changes: at once, and what follows soon after together. */
function readAgain(topics: readonly AccountTopic[]): void {
  for (const topic of topics) unread.add(topic);
  if (unread.size === 0 || isPausing || document.hidden) return;
  isPausing = true;
  setTimeout(() => {
    isPausing = false;
    readAgain([]);
  }, READ_EVERY_MS);
  const changed = new Set(unread);
  unread.clear();
  for (const key of new Set([...changed].flatMap((topic) => TOLD_QUERIES[topic]))) void invalidate(key);
  if (OF_PERSON.some((topic) => changed.has(topic))) void checkAnew();
  tellAccountChange(changed);
}
