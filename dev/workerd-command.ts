import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import wranglerConfig from "../wrangler.toml";

/** Which Worker runs, and on what. */
export type WorkerdOptions = {
  port: number;
  /** The Worker's one module. */
  file: string;
  /** A folder of its own: the configuration, and what the objects keep. */
  dir: string;
  settings: Record<string, string | object>;
  /** Durable Object classes by the names of their bindings. */
  objects: Record<string, string>;
  /** `host:port` of an HTTP server that takes the calls to the bucket; without it the bucket is empty. */
  bucketAddress?: string | undefined;
};

/** The Unix socket in the Worker's folder that fires its cron for each request. */
export const CRON_SOCKET = "cron.sock";

/** The product's Durable Objects. */
export const PRODUCT_OBJECTS = {
  PRICE_FEED: "PriceFeed",
  PRICE_HUB: "PriceHub",
  PASSWORD_HASHER: "PasswordHasher",
  SERVICE_WATCH: "ServiceWatch",
  MAIL_RETRY: "MailRetry",
};

/**
 * The command that runs a Worker on workerd alone: no proxy, no simulator of the platform around it. What the Worker is bound
 * to besides its objects lets everything pass and holds nothing.
 */
export function workerdCommand(options: WorkerdOptions): string[] {
  mkdirSync(join(options.dir, "objects"), { recursive: true });
  cpSync(options.file, join(options.dir, basename(options.file)));
  const config = join(options.dir, "workerd.capnp");
  writeFileSync(join(options.dir, "empty-platform.js"), EMPTY_PLATFORM);
  writeFileSync(join(options.dir, "open-limits.js"), OPEN_LIMITS);
  writeFileSync(join(options.dir, "cron.js"), CRON);
  // One that a crash left behind.
  rmSync(join(options.dir, CRON_SOCKET), { force: true });
  writeFileSync(config, configOf(options));
  // The flag allows the call of another Worker's cron.
  return [workerdBinary(), "serve", "--experimental", config];
}

/** The runtime that wrangler brings. */
function workerdBinary(): string {
  const near = (name: string, from: string) => dirname(Bun.resolveSync(`${name}/package.json`, from));
  const workerd = near("workerd", near("wrangler", import.meta.dir));
  const platform = `${process.platform}-${process.arch === "x64" ? "64" : process.arch}`;
  return join(near(`@cloudflare/workerd-${platform}`, workerd), "bin/workerd");
}

/** Buckets and assets that have nothing. */
const EMPTY_PLATFORM = "export default { fetch: () => new Response(null, { status: 404 }) };";
const CRON = `export default {
  async fetch(_request, { WORKER }) {
    const { outcome } = await WORKER.scheduled({ cron: "* * * * *" });
    return new Response(outcome, { status: outcome === "ok" ? 200 : 500 });
  }
}`;
/** Rate limits that are never reached, within the Worker's own isolate as the platform's are. */
const OPEN_LIMITS = "export default () => ({ limit: async () => ({ success: true }) });";

function configOf({ port, dir, file, settings, objects, bucketAddress }: WorkerdOptions): string {
  const module = basename(file);
  // wrangler refuses a configuration without it.
  const compatibilityDate: string = wranglerConfig.compatibility_date;
  const quoted = (text: string) => JSON.stringify(text);
  const list = (items: string[]) => `[\n    ${items.join(",\n    ")}\n  ]`;
  const bindings = [
    ...Object.entries(settings).map(([name, value]) =>
      typeof value === "string"
        ? `(name = ${quoted(name)}, text = ${quoted(value)})`
        : `(name = ${quoted(name)}, json = ${quoted(JSON.stringify(value))})`,
    ),
    ...Object.entries(objects).map(
      ([name, className]) => `(name = ${quoted(name)}, durableObjectNamespace = ${quoted(className)})`,
    ),
    ...["REQUESTS_BY_ADDRESS", "READS_BY_SESSION", "HEAVY_READS_BY_SESSION", "SOCKETS_BY_ADDRESS"].map(
      (name) => `(name = ${quoted(name)}, wrapped = (moduleName = "tonle:open-limits"))`,
    ),
    '(name = "ASSETS", service = "platform")',
    `(name = "IMAGES", r2Bucket = "${bucketAddress ? "bucket" : "platform"}")`,
  ];
  const namespaces = Object.values(objects).map(
    (className) => `(className = ${quoted(className)}, uniqueKey = ${quoted(className)}, enableSql = true)`,
  );
  const runtime = `compatibilityDate = ${quoted(compatibilityDate)}`;
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "worker", worker = .worker),
    (name = "platform", worker = .platform),
    (name = "cron", worker = .cron),${bucketAddress ? `\n    (name = "bucket", external = (address = ${quoted(bucketAddress)}, http = ())),` : ""}
    (name = "objects", disk = (path = ${quoted(join(dir, "objects"))}, writable = true)),
    (name = "internet", network = (allow = ["public", "private"]))
  ],
  sockets = [
    (name = "http", address = "127.0.0.1:${port}", http = (), service = "worker"),
    (name = "cron", address = ${quoted(`unix:${join(dir, CRON_SOCKET)}`)}, http = (), service = "cron")
  ],
  extensions = [(modules = [(name = "tonle:open-limits", esModule = embed "open-limits.js", internal = true)])]
);

const worker :Workerd.Worker = (
  modules = [(name = ${quoted(module)}, esModule = embed ${quoted(module)})],
  ${runtime},
  bindings = ${list(bindings)},
  durableObjectNamespaces = ${list(namespaces)},
  durableObjectStorage = (localDisk = "objects")
);

const platform :Workerd.Worker = (
  modules = [(name = "empty-platform.js", esModule = embed "empty-platform.js")],
  ${runtime}
);

const cron :Workerd.Worker = (
  modules = [(name = "cron.js", esModule = embed "cron.js")],
  bindings = [(name = "WORKER", service = "worker")],
  compatibilityFlags = ["service_binding_extra_handlers"],
  ${runtime}
);
`;
}
