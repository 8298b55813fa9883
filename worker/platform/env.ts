import * as z from "zod";
import { DEFAULT_TIMEOUT_MS } from "../../db/client.ts";
import { isTimeZone } from "../contract/operation/time-zone.ts";
import { priceSourceFault, priceSourceSettings } from "./price-source-settings.ts";
import { isLocalOrigin, pushSettingsFault } from "./push-settings.ts";
import { telegramFault, telegramSettings } from "./telegram-settings.ts";
import { base64Key, versionedKeys } from "./versioned-keys.ts";

/**
 * The bindings of the Worker (wrangler.toml). The file of each Durable Object class adds the namespace of its class, so
 * that this file depends on no feature.
 */
export interface Bindings {
  ASSETS: Fetcher;
  IMAGES: R2Bucket;
  /** The sealed minutes of the price tape. */
  TAPE: R2Bucket;
  /** Where the journal of money is shipped. */
  JOURNAL: R2Bucket;
  REQUESTS_BY_ADDRESS: RateLimit;
  READS_BY_SESSION: RateLimit;
  HEAVY_READS_BY_SESSION: RateLimit;
  SOCKETS_BY_ADDRESS: RateLimit;
}

/**
 * The parts that an operator can pause by configuration. `writes` refuses all that people send; what comes by itself goes on: paid deposits are
 * credited, jobs run, and resting demo orders fill. Money that came must not wait in the network for the end of a pause.
 */
const PAUSABLE = ["deposits", "withdrawals", "writes"] as const;
/** A part of the product that can be paused. */
export type Pausable = (typeof PAUSABLE)[number];

function isPausable(name: string): name is Pausable {
  return PAUSABLE.some((known) => known === name);
}

/**
 * Every setting and secret of this Worker; `.dev.vars.example` shows them. Those of password hashes are in
 * `passwords/password-settings.ts`: another Worker has them.
 */
export const settingsSchema = z.object({
  APP_ORIGIN: z.url().transform((url) => new URL(url).origin),
  DATABASE_URL: z.url(),
  DATABASE_AUTH_TOKEN: z.string().min(1),
  /**
   * In ms. A round trip to the database that takes longer fails, and the caller responds with 503. Values above the
   * default are accepted on localhost only.
   */
  DATABASE_TIMEOUT_MS: z.coerce.number().int().min(1).default(DEFAULT_TIMEOUT_MS),
  /** Encrypts the stored authenticator (TOTP) secrets, and what identity cards say. */
  TOTP_ENCRYPTION_KEYS: versionedKeys,
  COOKIE_SECRET: base64Key,
  MAIL_API_URL: z.url(),
  MAIL_API_KEY: z.string().min(1),
  MAIL_FROM: z.string().min(3),
  BAKONG_API_URL: z.url(),
  BAKONG_TOKEN: z.string().min(1),
  /** The e-mail address that the token was issued to; it is needed to renew the token. */
  BAKONG_EMAIL: z.email(),
  BAKONG_ACCOUNT_ID: z
    .string()
    .regex(/^[^@\s]+@[^@\s]+$/)
    .max(32),
  BAKONG_MERCHANT_NAME: z.string().min(1).max(25),
  BAKONG_MERCHANT_CITY: z.string().min(1).max(15),
  ...priceSourceSettings,
  /** How many whole days of UTC the tape's segments are kept before today; its seals are kept for good. */
  TAPE_KEEP_DAYS: z.coerce.number().int().min(1).default(90),
  /** When empty, signing in with Google is off. */
  GOOGLE_CLIENT_ID: z.string().default(""),
  GOOGLE_CLIENT_SECRET: z.string().default(""),
  GOOGLE_ISSUER: z.url(),
  GOOGLE_AUTHORIZATION_URL: z.url(),
  GOOGLE_TOKEN_URL: z.url(),
  GOOGLE_KEYS_URL: z.url(),
  /**
   * In dollars. A withdrawal above this amount needs two admins; so do imports above it that one admin commits in a
   * day.
   */
  SECOND_ADMIN_ABOVE_USD: z.coerce.number().int().min(0),
  /**
   * In dollars: what one admin may move alone in 24 hours by approving and completing withdrawals. Empty: ten times the
   * setting above.
   */
  ADMIN_ALONE_MAX_USD: z.literal("").or(z.coerce.number().int().min(0)).default(""),
  /**
   * Whether a withdrawal can be approved for a trader whose identity is not verified: never, or with an admin's reason.
   */
  UNVERIFIED_PAYOUT: z.enum(["refused", "with_reason"]),
  /**
   * Whether an admin may pay a withdrawal that no other admin approved. An operation with one admin cannot pay otherwise.
   */
  SOLE_APPROVER_PAYOUT: z.enum(["refused", "allowed"]).default("refused"),
  /** Whether a trader who requests a withdrawal must have a second factor. */
  WITHDRAWAL_SECOND_FACTOR: z.enum(["optional", "required"]).default("optional"),
  /** An IANA time zone. Its days apply to every admin figure, list, filter and file. */
  OPERATION_TIME_ZONE: z.string().refine(isTimeZone, "must be an IANA time zone, such as Asia/Phnom_Penh"),
  /** In hours: an item of an admin queue that has waited longer is late on every screen, and the admins get a mail. */
  QUEUE_TARGET_HOURS: z.coerce.number().positive().max(720).default(24),
  /** In minutes: how often an incident that nobody has acknowledged is told again. */
  ON_CALL_REPEAT_MINUTES: z.coerce.number().int().min(1).max(1440).default(15),
  /**
   * The key pair that signs pushes (VAPID, RFC 8292), base64url: an uncompressed P-256 point and its scalar. When empty, there is no
   * push.
   */
  VAPID_PUBLIC_KEY: z.literal("").or(z.base64url().length(87)).default(""),
  VAPID_PRIVATE_KEY: z.literal("").or(z.base64url().length(43)).default(""),
  /** Whom a push service can write to: a mailto or https address. */
  VAPID_SUBJECT: z
    .literal("")
    .or(z.string().regex(/^(?:https:\/\/|mailto:[^\s@]+@)\S+$/))
    .default(""),
  /**
   * The push services that are called, with commas between: hosts, `*.` for those below one; `https` alone. An origin with
   * `http` and a port of this machine counts on localhost only.
   */
  PUSH_HOSTS: z
    .string()
    .default("fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com"),
  ...telegramSettings,
  /** Whom to tell about a weakness: an e-mail address, or an address with https or mailto. Empty: the page /contact alone. */
  SECURITY_CONTACT: z
    .literal("")
    .or(z.email())
    .or(z.string().regex(/^(?:https:\/\/[^\s/]+|mailto:[^\s@]+@)\S+$/))
    .default(""),
  PAUSED: z
    .string()
    .default("")
    .transform((text, ctx) => {
      const paused = new Set<Pausable>();
      for (const name of text.split(",").map((part) => part.trim())) {
        if (isPausable(name)) paused.add(name);
        else if (name !== "") ctx.addIssue(`${JSON.stringify(name)} cannot be paused, only ${PAUSABLE.join(", ")}`);
      }
      return paused;
    }),
  ADDRESS_LIMIT_FACTOR: z.coerce.number().int().min(1),
});

/** The parsed settings. */
export type Settings = z.infer<typeof settingsSchema>;

/** How to reach the database according to the settings. */
export function databaseOptions(settings: Pick<Settings, `DATABASE_${"URL" | "AUTH_TOKEN" | "TIMEOUT_MS"}`>) {
  return {
    url: settings.DATABASE_URL,
    authToken: settings.DATABASE_AUTH_TOKEN,
    timeoutMs: settings.DATABASE_TIMEOUT_MS,
  };
}

const parsed = new WeakMap<object, Settings>();

/**
 * Parses the settings once per isolate.
 * @throws Error that names every missing or malformed setting, never its value
 */
export function readSettings(env: Bindings): Settings {
  const known = parsed.get(env);
  if (known) return known;
  const result = settingsSchema.safeParse(env);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The Worker's settings are not complete. ${[...new Set(faults)].join("; ")}`);
  }
  const fault = faultOf(result.data);
  if (fault) throw new Error(`The Worker's settings are not complete. ${fault}`);
  parsed.set(env, result.data);
  return result.data;
}

/** The fault of settings that are valid each by itself; null without one. */
function faultOf(settings: Settings): string | null {
  const isLocal = isLocalOrigin(settings);
  if (!isLocal && settings.DATABASE_TIMEOUT_MS > DEFAULT_TIMEOUT_MS) {
    return `DATABASE_TIMEOUT_MS: must be at most ${DEFAULT_TIMEOUT_MS} but for localhost`;
  }
  return (
    pushSettingsFault(settings, { isLocal }) ??
    telegramFault(settings, { isLocal }) ??
    priceSourceFault(settings, { isLocal })
  );
}
