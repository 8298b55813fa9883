import { CHANNELS } from "./channel-calls.ts";
import { hasEndpointChanged, isPushWanted, pushAbility, subscribeHere } from "./push-here.ts";

/**
 * Subscribes again where pushes are on in this browser and its subscription is another one, has gone, or is not known to the
 * account: browsers and push services end them without a word. Once for each page, after it is at rest.
 */
export async function keepSubscribed(): Promise<void> {
  if (pushAbility() !== "allowed" || !isPushWanted()) return;
  try {
    // A request of its own: the page's query is aborted whenever it is invalidated.
    const { signal } = new AbortController();
    const [hasChanged, { push }] = await Promise.all([hasEndpointChanged(), CHANNELS.fetch(signal, null)]);
    if (!push?.publicKey) return;
    const own = push.browsers.find(({ isThis, endedAt }) => isThis && endedAt === null);
    if (own && !hasChanged) return;
    const isDead = push.browsers.some(({ isThis, endedStatus }) => isThis && endedStatus !== null);
    await subscribeHere(push.publicKey, { isAnew: isDead && !hasChanged });
  } catch (error) {
    // The page of notifications says that this browser takes none, and has the way to turn it on.
    console.info("push not renewed", error);
  }
}
