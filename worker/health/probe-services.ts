import { isGoogleOn } from "../google/google-provider.ts";
import { type Bindings, readSettings } from "../platform/env.ts";
import { counted } from "../platform/services/service-calls.ts";
import { withTimeLimit } from "../platform/time-limit.ts";

const PROBE_TIMEOUT_MS = 5_000;

/**
 * Probes the services that have a free check, so that an outage is detected before they are needed: the bucket, a
 * hasher and Google's keys. Mail and the payment network have none; their health comes from their last real calls.
 * @returns how many did not answer
 */
export async function probeServices(env: Bindings): Promise<{ away: number }> {
  const settings = readSettings(env);
  const probes = [
    counted("images", withTimeLimit(env.IMAGES.head("is-there"), PROBE_TIMEOUT_MS)),
    counted("passwords", withTimeLimit(env.PASSWORDS.isThere(), PROBE_TIMEOUT_MS)),
    ...(isGoogleOn(settings) ? [counted("google", fetchKeys(settings.GOOGLE_KEYS_URL))] : []),
  ];
  const outcomes = await Promise.allSettled(probes);
  return { away: outcomes.filter(({ status }) => status === "rejected").length };
}

async function fetchKeys(url: string): Promise<void> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS), redirect: "manual" });
  await reply.body?.cancel();
  if (!reply.ok) throw new Error(`status ${reply.status}`);
}
