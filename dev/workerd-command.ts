import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import wranglerConfig from "../wrangler.toml";

/** Which Worker runs, and its configuration. */
export type WorkerdOptions = {
  port: number;
  /** The Worker's one module. */
  file: string;
  /** A folder for this Worker alone: its configuration and the storage of its Durable Objects. */
  dir: string;
  settings: Record<string, string | object>;
  /** Binding name to Durable Object class name. */
  objects: Record<string, string>;
  /**
   * Serves the buckets: `host:port` of an HTTP server, or a folder for the bucket simulator of `wrangler dev`. Without
   * it they are empty.
   */
  bucket?: { address: string } | { dir: string } | undefined;
  /**
   * Hashes passwords: the port of another process ({@link passwordsCommand}), or a module that shares this one and its
   * only thread. Without it nobody can log in.
   */
  passwords?: { port: number } | { file: string; settings: Record<string, string> } | undefined;
};

/** The Unix socket in the Worker's folder. Each request to it fires the cron. */
export const CRON_SOCKET = "cron.sock";

/** The request header that carries the edge's client properties as JSON, since no edge sets `request.cf` here. */
export const EDGE_HEADER = "Edge-Properties";

/** Binding name to class name of the product's Durable Objects. */
export const PRODUCT_OBJECTS = {
  PRICE_FEED: "PriceFeed",
  PRICE_HUB: "PriceHub",
  SERVICE_WATCH: "ServiceWatch",
  MAIL_RETRY: "MailRetry",
  TRIGGER_BOOK: "TriggerBook",
  DEMO_ACCOUNT: "DemoAccount",
  MONEY_JOURNAL: "MoneyJournal",
  DELIVERY: "Delivery",
};

/**
 * Writes the configuration of a Worker and returns the command that runs it on workerd alone, without a proxy or a
 * simulated platform. The assets are empty, so is the bucket without `options.bucket`, and rate limits never apply.
 */
export function workerdCommand(options: WorkerdOptions): string[] {
  mkdirSync(join(options.dir, "objects"), { recursive: true });
  cpSync(options.file, join(options.dir, basename(options.file)));
  const config = join(options.dir, "workerd.capnp");
  writeFileSync(join(options.dir, "empty-platform.js"), EMPTY_PLATFORM);
  writeFileSync(join(options.dir, "open-limits.js"), OPEN_LIMITS);
  writeFileSync(join(options.dir, "cron.js"), CRON);
  if (options.passwords && "file" in options.passwords) {
    cpSync(options.passwords.file, join(options.dir, PASSWORDS_MODULE));
  }
  if (options.bucket && "dir" in options.bucket) {
    mkdirSync(options.bucket.dir, { recursive: true });
    for (const [name, path] of Object.entries(BUCKET_MODULES)) cpSync(simulatorModule(path), join(options.dir, name));
  }
  // A crash may have left the socket behind.
  rmSync(join(options.dir, CRON_SOCKET), { force: true });
  writeFileSync(config, configOf(options));
  // The cron Worker calls `scheduled` of another Worker, which workerd allows with this flag only.
  return [workerdBinary(), "serve", "--experimental", config];
}

/**
 * Writes the configuration of the Worker that hashes passwords and returns the command that runs it on workerd alone,
 * for Workers of other processes.
 *
 * @param options.dir a folder for this Worker alone
 */
export function passwordsCommand(options: {
  port: number;
  file: string;
  dir: string;
  settings: Record<string, string>;
}): string[] {
  mkdirSync(join(options.dir, "objects"), { recursive: true });
  cpSync(options.file, join(options.dir, PASSWORDS_MODULE));
  const config = join(options.dir, "workerd.capnp");
  writeFileSync(config, passwordsConfigOf(options));
  return [workerdBinary(), "serve", config];
}

const PASSWORDS_MODULE = "passwords.js";

/**
 * The host by which one process asks another for remote procedure calls instead of HTTP. The simulator knows no other
 * name.
 */
const CALLS_HOST = "miniflare-unsafe-internal-capnp-connect";

/** The path of the runtime that wrangler installs. */
function workerdBinary(): string {
  const near = (name: string, from: string) => dirname(Bun.resolveSync(`${name}/package.json`, from));
  const workerd = near("workerd", near("wrangler", import.meta.dir));
  const platform = `${process.platform}-${process.arch === "x64" ? "64" : process.arch}`;
  return join(near(`@cloudflare/workerd-${platform}`, workerd), "bin/workerd");
}

/** The simulator's modules for a bucket, by their file names in the configuration. */
const BUCKET_MODULES = {
  "bucket.js": "r2/bucket",
  "object-entry.js": "shared/object-entry",
  "shared.js": "shared/index",
  "zod.js": "shared/zod",
};

function simulatorModule(path: string): string {
  return join(dirname(Bun.resolveSync("miniflare", import.meta.dir)), `workers/${path}.worker.js`);
}

/** Replaces assets and bucket: every request gets 404. */
const EMPTY_PLATFORM = "export default { fetch: () => new Response(null, { status: 404 }) };";
const CRON = `export default {
  async fetch(_request, { WORKER }) {
    const { outcome } = await WORKER.scheduled({ cron: "* * * * *" });
    return new Response(outcome, { status: outcome === "ok" ? 200 : 500 });
  }
}`;
/** Rate limits that are never reached. They run in the Worker's own isolate, as the platform's do. */
const OPEN_LIMITS = "export default () => ({ limit: async () => ({ success: true }) });";

/** The buckets configured as the simulator does. Source: the R2 plugin of miniflare. */
const SIMULATED_BUCKETS = `
${simulatedBucket("bucketImages", "tonle-images")}
${simulatedBucket("bucketTape", "tonle-tape")}
${simulatedBucket("bucketJournal", "tonle-journal")}
const bucketObject :Workerd.Worker = (
  modules = [(name = "bucket.js", esModule = embed "bucket.js")],
  compatibilityDate = "2023-07-24",
  compatibilityFlags = ["nodejs_compat", "experimental"],
  bindings = [(name = "MINIFLARE_BLOBS", service = "bucket-disk")],
  durableObjectNamespaces = [(className = "R2BucketObject", uniqueKey = "miniflare-R2BucketObject")],
  durableObjectStorage = (localDisk = "bucket-disk")
);
`;

function simulatedBucket(worker: string, name: string): string {
  return `
const ${worker} :Workerd.Worker = (
  modules = [(name = "object-entry.js", esModule = embed "object-entry.js")],
  compatibilityDate = "2023-07-24",
  bindings = [
    (name = "MINIFLARE_NAMESPACE", text = "${name}"),
    (name = "MINIFLARE_OBJECT", durableObjectNamespace = (className = "R2BucketObject", serviceName = "bucket-object"))
  ]
);`;
}

// wrangler requires a compatibility date in its configuration.
const compatibilityDate: string = wranglerConfig.compatibility_date;
const compatibilityFlags: string[] = wranglerConfig.compatibility_flags;
const quoted = (text: string) => JSON.stringify(text);
const list = (items: string[]) => `[\n    ${items.join(",\n    ")}\n  ]`;
const runtime = `compatibilityDate = ${quoted(compatibilityDate)}`;

/** The bindings of settings. */
function settingBindings(settings: WorkerdOptions["settings"]): string[] {
  return Object.entries(settings).map(([name, value]) =>
    typeof value === "string"
      ? `(name = ${quoted(name)}, text = ${quoted(value)})`
      : `(name = ${quoted(name)}, json = ${quoted(JSON.stringify(value))})`,
  );
}

/** The configuration of the process that hashes passwords, in Cap'n Proto text. */
function passwordsConfigOf({ port, dir, settings }: Parameters<typeof passwordsCommand>[0]): string {
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "passwords", worker = .passwords),
    (name = "objects", disk = (path = ${quoted(join(dir, "objects"))}, writable = true))
  ],
  sockets = [
    (name = "calls", address = "127.0.0.1:${port}", http = (capnpConnectHost = "${CALLS_HOST}"), service = "passwords")
  ]
);
${passwordsWorker(settings)}`;
}

/** The Worker that hashes passwords, in Cap'n Proto text. It stores nothing, but its objects need a disk. */
function passwordsWorker(settings: Record<string, string>): string {
  const bindings = [
    ...settingBindings(settings),
    '(name = "PASSWORD_HASHER", durableObjectNamespace = "PasswordHasher")',
  ];
  return `
const passwords :Workerd.Worker = (
  modules = [(name = "${PASSWORDS_MODULE}", esModule = embed "${PASSWORDS_MODULE}")],
  ${runtime},
  compatibilityFlags = ${list(compatibilityFlags.map(quoted))},
  bindings = ${list(bindings)},
  durableObjectNamespaces = [(className = "PasswordHasher", uniqueKey = "PasswordHasher", enableSql = true)],
  durableObjectStorage = (localDisk = "objects")
);
`;
}

/** The service behind the binding of passwords, and the Worker of it when it runs in the same process. */
function passwordsParts(passwords: WorkerdOptions["passwords"]): { services: string[]; worker: string } {
  if (!passwords) return { services: ['(name = "passwords", worker = .platform)'], worker: "" };
  if ("port" in passwords) {
    const http = `(capnpConnectHost = "${CALLS_HOST}")`;
    const external = `(address = "127.0.0.1:${passwords.port}", http = ${http})`;
    return { services: [`(name = "passwords", external = ${external})`], worker: "" };
  }
  return { services: ['(name = "passwords", worker = .passwords)'], worker: passwordsWorker(passwords.settings) };
}

/** The workerd configuration, in Cap'n Proto text. */
function configOf({ port, dir, file, settings, objects, bucket, passwords }: WorkerdOptions): string {
  const module = basename(file);
  const passwordsPart = passwordsParts(passwords);
  const bindings = [
    ...settingBindings(settings),
    ...Object.entries(objects).map(
      ([name, className]) => `(name = ${quoted(name)}, durableObjectNamespace = ${quoted(className)})`,
    ),
    ...["REQUESTS_BY_ADDRESS", "READS_BY_SESSION", "HEAVY_READS_BY_SESSION", "SOCKETS_BY_ADDRESS"].map(
      (name) => `(name = ${quoted(name)}, wrapped = (moduleName = "tonle:open-limits"))`,
    ),
    '(name = "ASSETS", service = "platform")',
    '(name = "PASSWORDS", service = "passwords")',
    `(name = "IMAGES", r2Bucket = "${bucket ? "bucket-images" : "platform"}")`,
    `(name = "TAPE", r2Bucket = "${bucket ? "bucket-tape" : "platform"}")`,
    `(name = "JOURNAL", r2Bucket = "${bucket ? "bucket-journal" : "platform"}")`,
  ];
  const namespaces = Object.values(objects).map(
    (className) => `(className = ${quoted(className)}, uniqueKey = ${quoted(className)}, enableSql = true)`,
  );
  const services = [
    '(name = "worker", worker = .worker)',
    '(name = "platform", worker = .platform)',
    '(name = "cron", worker = .cron)',
    ...bucketServices(bucket),
    ...passwordsPart.services,
    `(name = "objects", disk = (path = ${quoted(join(dir, "objects"))}, writable = true))`,
    '(name = "internet", network = (allow = ["public", "private"]))',
  ];
  const extensions = ['(name = "tonle:open-limits", esModule = embed "open-limits.js", internal = true)'];
  if (bucket && "dir" in bucket) {
    extensions.push('(name = "miniflare:shared", esModule = embed "shared.js")');
    extensions.push('(name = "miniflare:zod", esModule = embed "zod.js")');
  }
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = ${list(services)},
  sockets = [
    (name = "http", address = "127.0.0.1:${port}", http = (cfBlobHeader = "${EDGE_HEADER}"), service = "worker"),
    (name = "cron", address = ${quoted(`unix:${join(dir, CRON_SOCKET)}`)}, http = (), service = "cron")
  ],
  extensions = [(modules = ${list(extensions)})]
);

const worker :Workerd.Worker = (
  modules = [(name = ${quoted(module)}, esModule = embed ${quoted(module)})],
  ${runtime},
  compatibilityFlags = ${list(compatibilityFlags.map(quoted))},
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
${passwordsPart.worker}${bucket && "dir" in bucket ? SIMULATED_BUCKETS : ""}`;
}

/** The configuration of the services behind the bucket bindings. */
function bucketServices(bucket: WorkerdOptions["bucket"]): string[] {
  if (!bucket) return [];
  if ("address" in bucket) {
    const external = `external = (address = ${JSON.stringify(bucket.address)}, http = ())`;
    return ["images", "tape", "journal"].map((name) => `(name = "bucket-${name}", ${external})`);
  }
  return [
    '(name = "bucket-images", worker = .bucketImages)',
    '(name = "bucket-tape", worker = .bucketTape)',
    '(name = "bucket-journal", worker = .bucketJournal)',
    '(name = "bucket-object", worker = .bucketObject)',
    `(name = "bucket-disk", disk = (path = ${JSON.stringify(bucket.dir)}, writable = true))`,
  ];
}
