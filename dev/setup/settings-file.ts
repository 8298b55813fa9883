import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
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

  /** The digests of the secrets that were last sent to a Worker. */
  sent(): Record<string, string> {
    const path = this.#sentPath;
    // This class wrote it: a digest for each name.
    return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, string>) : {};
  }

  recordSent(secrets: Record<string, string>): void {
    const digests = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, digest(value)]));
    this.#write(this.#sentPath, `${JSON.stringify({ ...this.sent(), ...digests }, null, 2)}\n`);
  }

  get #sentPath(): string {
    return this.path.replace(/\.vars$/, ".sent.json");
  }

  #write(path: string, text: string): void {
    if (this.isDryRun) return;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.part`, text, { mode: 0o600 });
    chmodSync(`${path}.part`, 0o600);
    renameSync(`${path}.part`, path);
  }
}

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
