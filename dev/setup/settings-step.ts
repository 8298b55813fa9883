import * as z from "zod";
import { passwordSettingsSchema } from "../../worker/passwords/password-settings.ts";
import { settingsSchema } from "../../worker/platform/env.ts";
import wranglerConfig from "../../wrangler.toml";
import { licenceFault } from "../check-price-licences.ts";
import { FIRST_ADMIN, SETTING_SOURCES, type SettingSource } from "./setting-sources.ts";
import { type Finding, type Setup, type Step, WORKERS } from "./setup-context.ts";
import { addressFaults, WORKERS_DEV_NOTE } from "./worker-address.ts";

/** Settings that the database step adds; the Worker's schema is asked about the others before it. */
const OF_DATABASE = ["DATABASE_URL", "DATABASE_AUTH_TOKEN"];

/** The settings of one Worker as it will read them: the secrets of the file and the values of its wrangler file. */
export function settingsOf({ file }: Setup, worker: keyof typeof WORKERS): Record<string, string> {
  const values = file.all();
  const { secretNames, vars } = WORKERS[worker];
  const secrets = secretNames.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]));
  return { ...Object.fromEntries(secrets), ...vars };
}

/** Every setting has a value that its Worker accepts. Values are generated where they can be and asked for where not. */
export const settingsStep: Step = {
  title: "Settings and secrets",
  async look(setup): Promise<Finding> {
    const missing = missingNames(setup);
    const asked = missing.filter(
      ({ source }) => source.from === "operator" && environmentOf(source.name) === undefined,
    );
    const made = missing.filter((each) => !asked.includes(each) && !waitsForOrigin(setup, each));
    if (made.length > 0 || (asked.length > 0 && setup.ask)) {
      const what = `make ${made.length} values and ask for ${asked.length}, kept in ${setup.file.path}`;
      return { state: "missing", what, make: async () => fillIn(setup, missing) };
    }
    const help = [
      ...asked.map(({ source }) => ask(source)),
      ...misread(setup),
      ...invalidValues(setup),
      ...otherThanDerived(setup),
    ];
    if (help.length > 0) {
      return { state: "blocked", what: `not complete; write them into ${setup.file.path}`, help };
    }
    return {
      state: "done",
      what: `${Object.keys(setup.file.all()).length} values in ${setup.file.path}: keep a copy of it`,
    };
  },
};

type NamedSource = { name: string; from: string; what?: string; where?: string };
type Missing = { source: NamedSource; setting: SettingSource };

function missingNames({ file }: Setup): Missing[] {
  const known = file.all();
  const wanted = [...WORKERS.passwords.secretNames, ...WORKERS.product.secretNames];
  // The schemas' names are the keys of the table.
  const settings = wanted.map((name) => ({ name, setting: SETTING_SOURCES[name as keyof typeof SETTING_SOURCES] }));
  const admin = { name: FIRST_ADMIN.name, setting: { from: "operator", ...FIRST_ADMIN } as const };
  return [...settings, admin]
    .filter(({ name, setting }) => known[name] === undefined && setting.from !== "database")
    .map(({ name, setting }) => ({ source: { ...setting, name }, setting }));
}

/** A default that is made of the product's address, which nobody has typed yet. */
function waitsForOrigin({ file }: Setup, { setting }: Missing): boolean {
  const isOfHost = setting.from === "default" && typeof setting.value === "function";
  return isOfHost && hostOf(file.get("APP_ORIGIN") ?? environmentOf("APP_ORIGIN")) === null;
}

function environmentOf(name: string): string | undefined {
  return process.env[name];
}

const ask = ({ name, what, where }: NamedSource) => `${name}: ${what}. From: ${where}.`;

function fillIn({ file, ask: askPerson }: Setup, missing: readonly Missing[]): string[] {
  const done: string[] = [];
  // What a person types comes first: some defaults are made of the product's address.
  for (const { source, setting } of missing) {
    if (setting.from !== "operator") continue;
    const given = environmentOf(source.name) ?? askPerson?.(`${ask(source)}\n${source.name}: `)?.trim();
    if (given === undefined) continue;
    file.set(source.name, given, setting.what);
    done.push(`${source.name}: as given`);
  }
  const host = hostOf(file.get("APP_ORIGIN"));
  for (const { source, setting } of missing) {
    const { name } = source;
    if (setting.from === "generated") {
      file.set(name, environmentOf(name) ?? setting.make(), "Generated. If it is lost, so is what it protects.");
      done.push(`${name}: generated`);
    } else if (setting.from === "default") {
      const { value } = setting;
      if (typeof value === "function" && host === null) continue;
      file.set(name, environmentOf(name) ?? (typeof value === "function" ? value(host ?? "") : value));
    }
  }
  for (const { source, setting } of missing) {
    if (setting.from !== "derived") continue;
    file.set(source.name, environmentOf(source.name) ?? setting.make(file.get(setting.of) ?? ""));
    done.push(`${source.name}: made of ${setting.of}`);
  }
  return [...done, "the others: defaults of docs/deploy.md"];
}

function hostOf(origin: string | undefined): string | null {
  return origin && URL.canParse(origin) ? new URL(origin).hostname : null;
}

/** Values that docs/deploy.md shows between angle brackets and nobody has filled in, and those that commands would read otherwise. */
function misread({ file }: Setup): string[] {
  return Object.entries(file.all()).flatMap(([name, value]) => {
    if (/^(\w+:\/\/)?<[^>]*>$/.test(value))
      return [`${name}: still has the text between angle brackets of docs/deploy.md`];
    return value.includes("$") ? [`${name}: has a $, which \`bun --env-file\` would replace`] : [];
  });
}

/** Values that do not follow from the ones that they are made of, as when only one of a pair was replaced. */
function otherThanDerived({ file }: Setup): string[] {
  return Object.entries(SETTING_SOURCES).flatMap(([name, source]) => {
    if (source.from !== "derived") return [];
    const [value, origin] = [file.get(name), file.get(source.of)];
    if (!value || !origin || source.isOf(value, origin)) return [];
    return [`${name}: does not belong to ${source.of}. Take both out of the file for new ones`];
  });
}

/** The settings that the Workers and the program that makes the first admin would refuse, without the values themselves. */
function invalidValues(setup: Setup): string[] {
  const adminEmail = setup.file.get(FIRST_ADMIN.name);
  const product = settingsSchema.safeParse(settingsOf(setup, "product"));
  const passwords = passwordSettingsSchema.safeParse(settingsOf(setup, "passwords"));
  const refused = [product, passwords]
    .flatMap(({ error }) => error?.issues ?? [])
    .filter(({ path }) => !OF_DATABASE.includes(String(path[0])))
    .map(({ path, message }) => `${path.join(".")}: ${message}`);
  const isRefused = adminEmail !== undefined && !z.email().safeParse(adminEmail).success;
  return isRefused ? [...refused, `${FIRST_ADMIN.name}: Invalid email address`] : refused;
}

/** The prices may be shown, and the product's address is one that the Worker gets. */
export const configurationStep: Step = {
  title: "wrangler.toml",
  async look({ file }): Promise<Finding> {
    const help: string[] = [];
    const fault = licenceFault(WORKERS.product.vars);
    if (fault) {
      help.push(
        `${fault}. Read it, then write below [env.production.vars], for the sources that you have a licence for:`,
        '  PRICE_SOURCES = "coinbase,kraken"',
        '  PRICE_LICENCES = "coinbase:display,kraken:display"',
      );
    }
    const host = hostOf(file.get("APP_ORIGIN"));
    help.push(...addressFaults(host, wranglerConfig.env.production));
    if (help.length > 0) return { state: "blocked", what: "has to be filled in", help };
    const notes = host?.endsWith(".workers.dev") ? [WORKERS_DEV_NOTE] : [];
    return { state: "done", what: "prices have their licences, and the address its route", notes };
  },
};
