import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { z } from "zod";

/**
 * State that survives a restart: one JSON file, replaced as a whole by a rename. A process killed at any time leaves
 * the old state or the new one, never a partial one. Without a path the state is kept in memory only.
 */
export class JsonFile<State> {
  readonly #path: string | undefined;
  /** The current state. A change is saved only by {@link save}. */
  readonly state: State;

  /** @throws Error when the file exists but does not match the schema */
  constructor(path: string | undefined, schema: z.ZodType<State>, empty: State) {
    this.#path = path;
    this.state = path === undefined ? empty : (read(path, schema) ?? empty);
  }

  /** Writes the state to the file. */
  save(): void {
    if (this.#path === undefined) return;
    mkdirSync(dirname(this.#path), { recursive: true });
    const fresh = `${this.#path}.${process.pid}.new`;
    writeFileSync(fresh, JSON.stringify(this.state));
    renameSync(fresh, this.#path);
  }
}

function read<State>(path: string, schema: z.ZodType<State>): State | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${path} was not written by this version: remove it to start empty`);
  }
}
