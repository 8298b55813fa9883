import { isGoogleOn } from "../google/google-provider.ts";
import { isPushOn } from "../platform/push-settings.ts";
import type { Scope } from "../platform/scope.ts";
import { SERVICE_WATCH_NAME } from "../platform/services/service-calls.ts";
import { SERVICES, type Service, type ServiceRecord } from "../platform/services/services.ts";
import { withTimeLimit } from "../platform/time-limit.ts";
import { PRICE_FEED_NAME } from "../prices/hub-shards.ts";
import type { FeedStatus } from "../prices/price-feed.ts";
import { isTelegramOn } from "../telegram/telegram-view.ts";
import { errorRateOf, healthOf } from "./health-rules.ts";

/** Two Durable Objects are queried; one that does not answer must not delay the response. */
const PATIENCE_MS = 2_000;

/**
 * The health of each outside service according to its calls of the last hour, and the age of the feed's prices. Reading
 * it calls no service; the cron probes those with a free check every minute.
 * @returns `services` and `feed` are null when their Durable Object did not answer
 */
export async function readHealth({ bindings, settings }: Pick<Scope, "bindings" | "settings">) {
  const { SERVICE_WATCH, PRICE_FEED } = bindings;
  const [records, feed] = await Promise.all([
    inTime(SERVICE_WATCH.getByName(SERVICE_WATCH_NAME).records()),
    inTime(PRICE_FEED.getByName(PRICE_FEED_NAME).status()),
  ]);
  const isUsed: Partial<Record<Service, boolean>> = {
    google: isGoogleOn(settings),
    push: isPushOn(settings),
    telegram: isTelegramOn(settings),
  };
  const used = SERVICES.filter((service) => isUsed[service] !== false);
  return {
    services: records && used.map((service) => serviceView(service, records)),
    feed: feed && { ...feedView(feed), isSimulated: settings.PRICE_SOURCE_KIND === "simulated" },
  };
}

function serviceView(service: Service, records: readonly ServiceRecord[]) {
  const record = records.find((one) => one.service === service);
  const { calls = 0, failures = 0, lastSuccessMs = null, lastFailureMs = null } = record ?? {};
  return {
    service,
    state: healthOf(record),
    lastSuccessAt: isoTimeOrNull(lastSuccessMs),
    lastFailureAt: isoTimeOrNull(lastFailureMs),
    calls,
    failures,
    errorRate: errorRateOf({ calls, failures }),
  };
}

function feedView({ isWanted, sources, prices }: FeedStatus) {
  const heardMs = Math.max(0, ...sources.map(({ heardAtMs }) => heardAtMs ?? 0));
  return {
    /** The names of the sources, in order of preference. */
    upstream: sources.map(({ name }) => name).join(", "),
    /** False when nobody listens and the feed is disconnected: then old prices are not a fault. */
    isWanted,
    isConnected: sources.some(({ isConnected }) => isConnected),
    heardAt: isoTimeOrNull(heardMs || null),
    prices: prices.map(({ symbol, atMs }) => ({ symbol, at: isoTimeOrNull(atMs) })),
  };
}

function isoTimeOrNull(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

function inTime<T>(call: Promise<T>): Promise<T | null> {
  return withTimeLimit(call, PATIENCE_MS).catch(() => null);
}
