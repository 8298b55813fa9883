import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";

/**
 * The values of a stage's settings and secrets, in the format of `.dev.vars`. Cloudflare shows a secret to nobody once it is
 * set, and a lost pepper locks everybody out, so this file is the operator's own copy of them. Readable by its owner alone.
 */
export class SettingsFile {
  #text: string;

  constructor(
    readonly path: string,
    /** With true nothing is written to the disk. */
    readonly isDryRun: boolean,
  ) {
    this.#text = existsSync(path) ? readFileSync(path, "utf8") : "";
  }

  /** All values, by name. */
  all(): Record<string, string> {
    // parseEnv types its values as optional, but every name that it lists has a string value.
    return parseEnv(this.#text) as Record<string, string>;
  }

  get(name: string): string | undefined {
    return this.all()[name];
  }

  /** Adds or replaces a value and writes the file. @param comment written above a new value */
  set(name: string, value: string, comment?: string): void {
    const line = `${name}=${quote(name, value)}`;
    const known = new RegExp(`^${name}=.*$`, "m");
    if (known.test(this.#text)) this.#text = this.#text.replace(known, () => line);
    else this.#text += `${comment ? `# ${comment}\n` : ""}${line}\n`;
    this.#write(this.path, this.#text);
  }

  /** The digests of the secrets that were last sent to a Worker; an empty text for one that may or may not have arrived. */
  sent(): Record<string, string> {
    // This class wrote it: a text for each name.
    return existsSync(this.sentPath) ? (JSON.parse(readFileSync(this.sentPath, "utf8")) as Record<string, string>) : {};
  }

  recordSent(secrets: Record<string, string>): void {
    this.#record(Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, digest(value)])));
  }

  /** Records, before they are sent, that what a Worker has under these names is this file's. */
  recordOffered(names: readonly string[]): void {
    const sent = this.sent();
    this.#record(Object.fromEntries(names.map((name) => [name, sent[name] ?? ""])));
  }

  /** The name that the account of this stage had when the stage was bound to it. */
  accountName(): string | undefined {
    return this.sent()[ACCOUNT_NAME];
  }

  recordAccountName(name: string): void {
    this.#record({ [ACCOUNT_NAME]: name });
  }

  /** Where it is kept what was sent, and to whom. */
  get sentPath(): string {
    return this.path.replace(/\.vars$/, ".sent.json");
  }

  #record(changes: Record<string, string>): void {
    this.#write(this.sentPath, `${JSON.stringify({ ...this.sent(), ...changes }, null, 2)}\n`);
  }

  #write(path: string, text: string): void {
    if (this.isDryRun) return;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.part`, text, { mode: 0o600 });
    chmodSync(`${path}.part`, 0o600);
    renameSync(`${path}.part`, path);
  }
}

/** The settings files of all stages in a folder, to be read; none where there is no folder. */
export function settingsFilesIn(folder: string): { stage: string; file: SettingsFile }[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".vars")) : [];
  return names.map((name) => ({
    stage: name.slice(0, -".vars".length),
    file: new SettingsFile(join(folder, name), true),
  }));
}

/** Beside the names of secrets, which are none of Cloudflare's own. */
const ACCOUNT_NAME = "CLOUDFLARE_ACCOUNT_NAME";

/** The SHA-256 of a value, in hex. */
export function digest(value: string): string {
  return new Bun.CryptoHasher("sha256").update(value).digest("hex");
}

/** A `$` would be replaced by `bun --env-file`, whatever the quotes. */
function quote(name: string, value: string): string {
  if (/[\n\r$]/.test(value)) throw new Error(`${name} must be one line without $`);
  if (!/["\\]/.test(value)) return `"${value}"`;
  if (value.includes("'")) throw new Error(`${name} has ' beside " or \\, which the file cannot hold`);
  return `'${value}'`;
}
