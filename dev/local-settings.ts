import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { passwordSettingsSchema } from "../worker/passwords/password-settings.ts";
import { settingsSchema } from "../worker/platform/env.ts";

const REPOSITORY = join(import.meta.dir, "..");

/** The ports of a local stack: consecutive numbers from the application's port. */
export function portsFrom(port: number) {
  return {
    app: port,
    libsql: port + 1,
    mail: port + 2,
    bakong: port + 3,
    priceSource: port + 4,
    google: port + 5,
    passwords: port + 6,
    push: port + 7,
    telegram: port + 8,
  };
}

/** The settings of a local stack by the Worker that gets them: the peppers are those of one Worker alone. */
export function settingsByWorker(settings: Record<string, string>) {
  const isOfPasswords = ([name]: [string, string]) => Object.hasOwn(passwordSettingsSchema.shape, name);
  const all = Object.entries(settings);
  return {
    product: Object.fromEntries(all.filter((one) => !isOfPasswords(one))),
    passwords: Object.fromEntries(all.filter(isOfPasswords)),
  };
}

/** Parses the settings of a local stack, those of both Workers. */
export function parseSettings(settings: Record<string, string>) {
  return { ...settingsSchema.parse(settings), ...passwordSettingsSchema.parse(settings) };
}

/**
 * The settings for a local stack. The values of `.dev.vars` replace those of `.dev.vars.example`, and the
 * addresses of this stack replace both.
 *
 * @param overrides values that replace all others
 */
export function localSettings(port: number, overrides: Record<string, string> = {}): Record<string, string> {
  const ports = portsFrom(port);
  return {
    ...readVars(".dev.vars.example"),
    ...readVars(".dev.vars"),
    APP_ORIGIN: `http://localhost:${ports.app}`,
    DATABASE_URL: `http://127.0.0.1:${ports.libsql}`,
    MAIL_API_URL: `http://127.0.0.1:${ports.mail}`,
    BAKONG_API_URL: `http://127.0.0.1:${ports.bakong}`,
    PRICE_SOURCE_URL: `http://127.0.0.1:${ports.priceSource}`,
    COINBASE_FEED_URL: `http://127.0.0.1:${ports.priceSource}/coinbase`,
    COINBASE_API_URL: `http://127.0.0.1:${ports.priceSource}/coinbase`,
    KRAKEN_FEED_URL: `http://127.0.0.1:${ports.priceSource}/kraken`,
    GOOGLE_ISSUER: `http://127.0.0.1:${ports.google}`,
    GOOGLE_AUTHORIZATION_URL: `http://127.0.0.1:${ports.google}/authorize`,
    GOOGLE_TOKEN_URL: `http://127.0.0.1:${ports.google}/token`,
    GOOGLE_KEYS_URL: `http://127.0.0.1:${ports.google}/certs`,
    PUSH_HOSTS: `http://127.0.0.1:${ports.push}`,
    TELEGRAM_API_URL: `http://127.0.0.1:${ports.telegram}`,
    ...overrides,
  };
}

function readVars(name: string): Record<string, string> {
  const path = join(REPOSITORY, name);
  if (!existsSync(path)) return {};
  // parseEnv types its values as optional, but every name that it lists has a string value.
  return parseEnv(readFileSync(path, "utf8")) as Record<string, string>;
}
