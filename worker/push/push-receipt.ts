import { DAY_MS } from "../contract/time.ts";
import type { Settings } from "../platform/env.ts";
import { readSigned, signText } from "../platform/signed-text.ts";

const PURPOSE = "push_shown";
/** A push may wait at its service for a browser that is off. */
const VALID_MS = 7 * DAY_MS;

/** The text by which a service worker, without a session, says that a push was shown. */
export function shownReceipt(settings: Settings, deliveryId: number, now: () => number = Date.now): Promise<string> {
  return signText({ settings, now }, PURPOSE, { delivery: deliveryId }, VALID_MS / 1000);
}

/** The delivery of a receipt; null when it is not ours, or too old. */
export async function readShownReceipt(
  scope: { settings: Settings; now: () => number },
  receipt: string,
): Promise<number | null> {
  const claims = await readSigned(scope, PURPOSE, receipt);
  return typeof claims?.delivery === "number" ? claims.delivery : null;
}
