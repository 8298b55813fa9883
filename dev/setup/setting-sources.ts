import { randomBytes } from "node:crypto";
import type { PasswordSettings } from "../../worker/passwords/password-settings.ts";
import type { Settings } from "../../worker/platform/env.ts";
import { isVapidPair, newVapidPrivateKey, vapidPublicKey } from "./vapid-keys.ts";

/** Where the value of a production setting comes from. */
export type SettingSource =
  /** Made once by the set-up. */
  | { from: "generated"; make: () => string }
  /** Follows from another one. */
  | {
      from: "derived";
      of: keyof Settings;
      make: (value: string) => string;
      isOf: (derived: string, value: string) => boolean;
    }
  /** A value that fits until the operator changes it. @property value may be made of the product's host name */
  | { from: "default"; value: string | ((host: string) => string) }
  /** Only the operator knows it. */
  | { from: "operator"; what: string; where: string }
  /** Made by the step that creates the database. */
  | { from: "database" }
  /** In `[env.production.vars]` of a Worker's wrangler file. */
  | { from: "configuration" };

const randomKey = () => randomBytes(32).toString("base64");
const value = (text: string | ((host: string) => string)): SettingSource => ({ from: "default", value: text });
const BAKONG = 'Bakong Open API, https://api-bakong.nbc.gov.kh (docs/deploy.md, "The payment network")';

/** The source of each setting of both Workers. The compiler asks for one when a setting is added. */
export const SETTING_SOURCES: Record<keyof Settings | keyof PasswordSettings, SettingSource> = {
  APP_ORIGIN: {
    from: "operator",
    what: "the address of the product, such as https://trade.example.com",
    where:
      "your own domain at Cloudflare, or https://tonle.SUBDOMAIN.workers.dev (dash.cloudflare.com, Workers & Pages)",
  },
  DATABASE_URL: { from: "database" },
  DATABASE_AUTH_TOKEN: { from: "database" },
  DATABASE_TIMEOUT_MS: value("4500"),
  PASSWORD_PEPPERS: { from: "generated", make: () => `1:${randomKey()}` },
  PASSWORD_COST: { from: "configuration" },
  TOTP_ENCRYPTION_KEYS: { from: "generated", make: () => `1:${randomKey()}` },
  COOKIE_SECRET: { from: "generated", make: randomKey },
  MAIL_API_URL: value("https://api.resend.com"),
  MAIL_API_KEY: {
    from: "operator",
    what: "the key of the mail service",
    where: 'https://resend.com/api-keys, after the sender\'s domain is verified (docs/deploy.md, "The mail domain")',
  },
  MAIL_FROM: value((host) => `Tonle <no-reply@${host}>`),
  BAKONG_API_URL: value("https://api-bakong.nbc.gov.kh"),
  BAKONG_TOKEN: { from: "operator", what: "the payment network's token", where: BAKONG },
  BAKONG_EMAIL: { from: "operator", what: "the e-mail address that the token was issued to", where: BAKONG },
  BAKONG_ACCOUNT_ID: {
    from: "operator",
    what: "the account that deposits are paid to, such as name@bank",
    where: "the banking app of the account, or the bank",
  },
  BAKONG_MERCHANT_NAME: {
    from: "operator",
    what: "the name that payers see, 25 characters at most",
    where: "the name of the account",
  },
  BAKONG_MERCHANT_CITY: value("Phnom Penh"),
  PRICE_SOURCES: { from: "configuration" },
  PRICE_SOURCE_KIND: { from: "configuration" },
  PRICE_LICENCES: { from: "configuration" },
  PRICE_SOURCE_URL: value("https://finnhub.io"),
  PRICE_SOURCE_KEY: {
    from: "operator",
    what: "Finnhub's key, or empty where PRICE_SOURCES of wrangler.toml does not list finnhub",
    where: "https://finnhub.io/dashboard, with a plan that docs/price-licences.md allows",
  },
  COINBASE_FEED_URL: value("https://ws-feed.exchange.coinbase.com"),
  COINBASE_API_URL: value("https://api.exchange.coinbase.com"),
  KRAKEN_FEED_URL: value("https://ws.kraken.com/v2"),
  TAPE_KEEP_DAYS: { from: "configuration" },
  GOOGLE_CLIENT_ID: value(""),
  GOOGLE_CLIENT_SECRET: value(""),
  GOOGLE_ISSUER: value("https://accounts.google.com"),
  GOOGLE_AUTHORIZATION_URL: value("https://accounts.google.com/o/oauth2/v2/auth"),
  GOOGLE_TOKEN_URL: value("https://oauth2.googleapis.com/token"),
  GOOGLE_KEYS_URL: value("https://www.googleapis.com/oauth2/v3/certs"),
  ADDRESS_LIMIT_FACTOR: value("1"),
  SECOND_ADMIN_ABOVE_USD: value("1000"),
  ADMIN_ALONE_MAX_USD: value(""),
  UNVERIFIED_PAYOUT: value("refused"),
  SOLE_APPROVER_PAYOUT: value("refused"),
  WITHDRAWAL_SECOND_FACTOR: value("required"),
  OPERATION_TIME_ZONE: value("Asia/Phnom_Penh"),
  QUEUE_TARGET_HOURS: value("24"),
  VAPID_PUBLIC_KEY: { from: "derived", of: "VAPID_PRIVATE_KEY", make: vapidPublicKey, isOf: isVapidPair },
  VAPID_PRIVATE_KEY: { from: "generated", make: newVapidPrivateKey },
  VAPID_SUBJECT: value((host) => `https://${host}/contact`),
  PUSH_HOSTS: value("fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com"),
  TELEGRAM_BOT_TOKEN: value(""),
  TELEGRAM_BOT_NAME: value(""),
  TELEGRAM_WEBHOOK_SECRET: { from: "generated", make: () => randomBytes(32).toString("hex") },
  TELEGRAM_API_URL: value("https://api.telegram.org"),
  ON_CALL_REPEAT_MINUTES: value("15"),
  SECURITY_CONTACT: value(""),
  PAUSED: value(""),
};

/** A value that the set-up asks for besides the Workers' settings. */
export const FIRST_ADMIN = {
  name: "ADMIN_EMAIL",
  what: "the e-mail address of the first admin",
  where: "your own; the admin is created with a password and a second factor, which are shown once",
};
