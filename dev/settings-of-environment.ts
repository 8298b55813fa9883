import { passwordSettingsSchema } from "../worker/passwords/password-settings.ts";
import { settingsSchema } from "../worker/platform/env.ts";

/** Tokens of the tools, and what `bun run backup` and `bun run restore` take from the environment. */
const OF_TOOLS = /^(CLOUDFLARE|CF|WRANGLER|TURSO|R2)_|^RESTORE_AUTH_TOKEN$/;

/** An environment without what names or opens something outside of this machine. */
export function withoutSettings<Value>(environment: Record<string, Value>): Record<string, Value> {
  const settings = { ...settingsSchema.shape, ...passwordSettingsSchema.shape };
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !Object.hasOwn(settings, name) && !OF_TOOLS.test(name)),
  );
}
