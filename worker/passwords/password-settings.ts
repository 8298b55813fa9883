import * as z from "zod";
import { PASSWORD } from "../contract/limits.ts";
import { versionedKeys } from "../platform/versioned-keys.ts";

/** The settings of the Worker that hashes passwords. It is the only one that has the peppers. */
export const passwordSettingsSchema = z.object({
  PASSWORD_PEPPERS: versionedKeys,
  /**
   * The base-two logarithm of scrypt's N for new password hashes. The configuration of production sets it; only a local
   * stack may use less.
   */
  PASSWORD_COST: z.coerce.number().int().min(1).max(PASSWORD.cost).default(PASSWORD.cost),
});

/** The parsed settings. */
export type PasswordSettings = z.infer<typeof passwordSettingsSchema>;

const parsed = new WeakMap<object, PasswordSettings>();

/**
 * Parses the settings once per isolate.
 * @throws Error that names every missing or malformed setting, never its value
 */
export function readPasswordSettings(env: object): PasswordSettings {
  const known = parsed.get(env);
  if (known) return known;
  const result = passwordSettingsSchema.safeParse(env);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The settings for password hashes are not complete. ${faults.join("; ")}`);
  }
  parsed.set(env, result.data);
  return result.data;
}
