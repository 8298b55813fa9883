/** The settings of web push (`env.ts`). */
type VapidKeys = Record<"VAPID_PUBLIC_KEY" | "VAPID_PRIVATE_KEY", string>;
type PushHosts = { PUSH_HOSTS: string };
type Place = { APP_ORIGIN: string };

/** A push service of `PUSH_HOSTS`: an exact host, all hosts below one, or, on localhost, an origin there with its port. */
type PushHost = { host: string } | { below: string } | { origin: string };

/** Names with two labels or more, in lower case and without a dot at the end. The last label has letters: an address is no name. */
const NAME = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z](?:[a-z\d-]*[a-z\d])?$/;
const LOCAL_ORIGIN = /^http:\/\/127\.0\.0\.1:[1-9]\d{0,4}$/;

/** Whether browsers can subscribe: the operator has a key pair. */
export function isPushOn({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: VapidKeys): boolean {
  return VAPID_PUBLIC_KEY !== "" && VAPID_PRIVATE_KEY !== "";
}

/** The fault of push settings that are valid each by itself; null without one. */
export function pushSettingsFault(
  settings: VapidKeys & PushHosts & { VAPID_SUBJECT: string },
  { isLocal }: { isLocal: boolean },
): string | null {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT } = settings;
  if ((VAPID_PUBLIC_KEY === "") !== (VAPID_PRIVATE_KEY === "")) {
    return "VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: one is there without the other";
  }
  if (isPushOn(settings) && VAPID_SUBJECT === "") return "VAPID_SUBJECT: needed with VAPID_PUBLIC_KEY";
  const odd = entriesOf(settings).find((entry) => readHost(entry, { isLocal }) === null);
  if (odd === undefined) return null;
  return `PUSH_HOSTS: ${JSON.stringify(odd)} must be a host name, or *. and one`;
}

/**
 * The endpoint of a browser's subscription, if it belongs to a push service that is called; null for every other address. Only the text
 * that a browser gives is accepted: what parses to an allowed host but is written otherwise (capitals, a default port, a backslash) is not.
 */
export function pushEndpoint(text: string, settings: PushHosts & Place): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.href !== text || url.username !== "" || url.password !== "" || url.hash !== "") return null;
  const isLocal = isLocalOrigin(settings);
  const hosts = entriesOf(settings).flatMap((entry) => readHost(entry, { isLocal }) ?? []);
  return hosts.some((host) => isOf(host, url)) ? url : null;
}

/** Whether this is a local stack, by its address. */
export function isLocalOrigin({ APP_ORIGIN }: Place): boolean {
  return new URL(APP_ORIGIN).hostname === "localhost";
}

function isOf(host: PushHost, url: URL): boolean {
  if ("origin" in host) return url.origin === host.origin;
  if (url.protocol !== "https:" || url.port !== "") return false;
  return "host" in host
    ? url.hostname === host.host
    : url.hostname.endsWith(`.${host.below}`) && NAME.test(url.hostname);
}

function entriesOf({ PUSH_HOSTS }: PushHosts): string[] {
  return PUSH_HOSTS.split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

function readHost(entry: string, { isLocal }: { isLocal: boolean }): PushHost | null {
  if (LOCAL_ORIGIN.test(entry)) return isLocal ? { origin: entry } : null;
  const name = entry.replace(/^\*\./, "");
  if (!NAME.test(name)) return null;
  return name === entry ? { host: name } : { below: name };
}
