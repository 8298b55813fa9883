import { z } from "zod";
import { priceSourceFault, priceSourceSettings } from "../worker/platform/price-source-settings.ts";
import wranglerConfig from "../wrangler.toml";

/**
 * Refuses a deploy that would show prices beyond their source's licence, see `docs/price-licences.md`. The settings are
 * those of `wrangler.toml`'s production; the Worker checks them again at its start.
 */

const { PRICE_SOURCE_KIND, PRICE_SOURCES, PRICE_LICENCES } = priceSourceSettings;
const deployedSettings = z.object({ PRICE_SOURCE_KIND, PRICE_SOURCES, PRICE_LICENCES });

/** Why these settings must not be deployed; null when they may be. @param vars those of `wrangler.toml` */
export function licenceFault(vars: Record<string, string>): string | null {
  const settings = deployedSettings.safeParse(vars);
  if (!settings.success) {
    return settings.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ");
  }
  // Whether Finnhub has a key is known only to the Worker; a source that may be used needs a licence.
  return priceSourceFault({ ...settings.data, PRICE_SOURCE_KEY: "unknown" }, { isLocal: false });
}

if (import.meta.main) {
  const fault = licenceFault(wranglerConfig.env.production.vars);
  if (fault) {
    console.error(`Nothing is deployed. [env.production.vars] of wrangler.toml: ${fault}`);
    process.exit(1);
  }
}
