import type { ChannelsView } from "../../worker/contract/channels-view.ts";
import { ApiError, answer, api } from "../state/api.ts";
import { invalidate, loadQuery, peekQuery, type QueryOptions } from "../state/query.ts";

/** The calls about the ways by which a person is reached. Each throws ApiError or NetworkError. */

/** How often they are read again, ms: while a message is on its way, and otherwise. */
const EVERY_MS = { sending: 3_000, resting: 60_000 } as const;

/** Where the signed-in person is reached besides their pages: one entry for every screen that shows it. */
export const CHANNELS: QueryOptions<ChannelsView> & { everyMs: (value: ChannelsView | null) => number } = {
  key: ["notifications", "channels"],
  everyMs: (value) => (value && isUnderWay(value) ? EVERY_MS.sending : EVERY_MS.resting),
  fetch: async (signal) => {
    const { push, telegram, email, order } = await answer(
      api.notifications.channels.$get(undefined, { init: { signal } }),
    );
    return { push, telegram, email, order };
  },
};

function isUnderWay({ push, telegram, email }: ChannelsView): boolean {
  const all = [...push.browsers.map(({ last }) => last), telegram?.link?.last, email.last];
  return Boolean(telegram?.pending) || all.some((last) => last?.state === "sending" || last?.state === "accepted");
}

/** A browser's subscription, as the API takes it. */
export type SubscriptionKeys = { endpoint: string; keys: { p256dh: string; auth: string } };

/**
 * Says that this browser takes pushes: also again, and instead of what its session had before.
 * @param before the endpoint that it had, where it is known
 */
export async function subscribe({ endpoint, keys }: SubscriptionKeys, before: string | null): Promise<void> {
  const json = { endpoint, keys, ...(before !== null && before !== endpoint && { before }) };
  await answer(api.notifications.push.$post({ json }));
  await invalidate(CHANNELS.key);
}

/** Ends the pushes to a browser, also while the page is left; one that has ended already counts as success. */
export async function unsubscribe(id: number): Promise<void> {
  await answer(api.notifications.push.$delete({ json: { id } }, { init: { keepalive: true } }));
  await invalidate(CHANNELS.key);
}

/** What is tested: a channel, of pushes one browser. */
export type Tested = { channel: "push"; browser: number } | { channel: "telegram" } | { channel: "email" };

/** Sends a message that says nothing, to see whether it arrives. */
export async function sendTest(tested: Tested): Promise<void> {
  const send = async (json: Tested) => void (await answer(api.notifications.channels.test.$post({ json })));
  try {
    await send(tested);
  } catch (error) {
    const isGone = error instanceof ApiError && error.code === "not_found";
    const next = isGone && tested.channel === "push" ? await replacementOf(tested.browser) : null;
    if (next === null) throw error;
    await send({ channel: "push", browser: next });
  } finally {
    await invalidate(CHANNELS.key);
  }
}

/** The subscription that has taken the place of this browser's since it was read: another tab may have made one. Null for none. */
async function replacementOf(id: number): Promise<number | null> {
  const isOwn = peekQuery(CHANNELS).value?.push.browsers.some((one) => one.id === id && one.isThis);
  await loadQuery(CHANNELS);
  const next = peekQuery(CHANNELS).value?.push.browsers.find(({ isThis, endedAt }) => isThis && endedAt === null);
  return isOwn && next && next.id !== id ? next.id : null;
}

/** Makes a deep link that links Telegram once, until it expires. */
export async function makeTelegramLink(): Promise<{ id: string; url: string; expiresAt: string }> {
  const { id, url, expiresAt } = await answer(api.telegram.link.$post());
  // Awaited: what no longer names this link after that was read later.
  await invalidate(CHANNELS.key);
  return { id, url, expiresAt };
}

/** Links the chat that has opened the deep link. @param id of the pending link */
export async function confirmTelegram(id: string): Promise<void> {
  await answer(api.telegram.confirm.$post({ json: { id } }));
  await invalidate(CHANNELS.key);
}

/** Drops the deep link, which then links nothing. */
export async function dropTelegramLink(): Promise<void> {
  await answer(api.telegram.pending.$delete());
  await invalidate(CHANNELS.key);
}

/** Ends the link, also while the page is left. */
export async function unlinkTelegram(): Promise<void> {
  await answer(api.telegram.link.$delete({}, { init: { keepalive: true } }));
  await invalidate(CHANNELS.key);
}

/** Chooses whether messages of Telegram say sums of money. */
export async function showSums(showsSums: boolean): Promise<void> {
  await answer(api.telegram.$put({ json: { showsSums } }));
  await invalidate(CHANNELS.key);
}
