import * as z from "zod";

/** How production is reached, as wrangler's file has it. */
const production = z.object({
  workers_dev: z.boolean().optional(),
  preview_urls: z.boolean().optional(),
  routes: z.array(z.union([z.string(), z.object({ pattern: z.string() })])).default([]),
});

/** The domains of production, besides its address at workers.dev. @param config `[env.production]` of wrangler's file */
export function routesOf(config: object): string[] {
  const { routes } = production.parse(config);
  // A route of a zone may have a path, and stand for every name below a domain.
  return routes.map((route) =>
    (typeof route === "string" ? route : route.pattern).replace(/^\*\./, "").replace(/\/.*$/, ""),
  );
}

/** Said wherever the product keeps its address at workers.dev. */
export const WORKERS_DEV_NOTE =
  "No zone is in front of a workers.dev address: rate limits, firewall rules and bot protection of a domain do not protect it.";

/**
 * The lines of `[env.production]` by which the product is reached at its address and at no other.
 *
 * @param host of APP_ORIGIN; null while nobody has typed it
 * @param config `[env.production]` of wrangler's file
 * @returns the lines for a person, none where all is in order
 */
export function addressFaults(host: string | null, config: object): string[] {
  const { workers_dev: isAtWorkersDev, preview_urls: hasPreviews } = production.parse(config);
  const routes = routesOf(config);
  if (host?.endsWith(".workers.dev")) {
    if (isAtWorkersDev === true) return [];
    return [
      `${host} is not switched on. Write below [env.production] of wrangler.toml:`,
      "  workers_dev = true",
      WORKERS_DEV_NOTE,
    ];
  }
  const help: string[] = [];
  if (host !== null && host !== "localhost" && !routes.includes(host)) {
    help.push(
      `The Worker is not reached at ${host} yet. Its zone has to be at Cloudflare; then add to wrangler.toml:`,
      "  [[env.production.routes]]",
      `  pattern = "${host}"`,
      "  custom_domain = true",
    );
  }
  const hasDomain = routes.length > 0 || (host !== null && host !== "localhost");
  if (hasDomain && (isAtWorkersDev !== false || hasPreviews !== false)) {
    help.push(
      "Anybody could go around the rules of the zone by another address. Write below [env.production] of wrangler.toml:",
      "  workers_dev = false",
      "  preview_urls = false",
    );
  }
  return help;
}

/** The same for a deployment. @param origin of the product, where this machine knows it */
export function deployedAddressFaults(origin: string | undefined, config: object): string[] {
  const host = origin !== undefined && URL.canParse(origin) ? new URL(origin).hostname : null;
  const isReached = production.parse(config).workers_dev === true || routesOf(config).length > 0;
  if (host !== null || isReached) return addressFaults(host, config);
  return [
    'wrangler.toml has no address of the product: neither a route nor workers_dev = true (docs/deploy.md, "The domain").',
  ];
}
