import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { migrateDatabase } from "../db/migrate.ts";
import { startBakong } from "./bakong/server.ts";
import { startBareWorkerd } from "./bare-workerd.ts";
import { startGoogle } from "./google/server.ts";
import { type LibsqlOptions, startLibsqlServer } from "./libsql/server.ts";
import { localSettings, portsFrom } from "./local-settings.ts";
import { startMail } from "./mail/server.ts";
import { startPriceSource } from "./price-source/server.ts";
import type { RunningWorker, WorkerOptions } from "./running-worker.ts";
import { startSimulator } from "./simulator.ts";
import { startWrangler } from "./wrangler.ts";

export type Stack = {
  origin: string;
  /** Where everything is kept: the database's file, the bucket's objects, what the stand-ins remember. */
  dataDir: string;
  urls: { libsql: string; mail: string; bakong: string; priceSource: string; google: string };
  settings: Record<string, string>;
  wrangler: Pick<RunningWorker, "runCron" | "exited">;
  stop(): Promise<void>;
};

/** How the two parts that hold a trader's money are started, for a test that does it in its own way. */
export type StackParts = {
  startDatabase: (options: LibsqlOptions) => Promise<{ url: string; stop(): Promise<void> }>;
  startWorker: (options: WorkerOptions) => Promise<RunningWorker>;
};

const PARTS: StackParts = {
  startDatabase: async (options) => startLibsqlServer(options),
  startWorker: ({ file, onLine, ...options }) =>
    file ? startSimulator({ ...options, file }, onLine) : startWrangler({ ...options, ...(onLine ? { onLine } : {}) }),
};

export type StackOptions = {
  port: number;
  dataDir: string;
  /** The folder with the built web files. */
  assets: string;
  /** The built Worker's module; without it, wrangler builds the Worker from its source, and again on each change. */
  worker?: string;
  settings?: Record<string, string>;
  /** The stand-ins for mail, payments and prices forget what they know at their end; otherwise each has a file for it. */
  isForgetful?: boolean;
  /** The file of a database that a new stack begins with a copy of, in place of an empty one. */
  database?: string;
  /** Runs between the migration and the Worker, e.g. to seed. */
  prepare?: (settings: Record<string, string>) => Promise<void>;
  /** Gets each line that wrangler and the Worker print. */
  onLine?: (line: string) => void;
  parts?: Partial<StackParts>;
  /** Runs the built Worker on the runtime alone, which has no pages: a request costs a fraction, and so does the start. */
  withoutPages?: boolean;
};

/**
 * Starts the stand-ins, brings the database to the newest schema, and runs the Worker on them: the same for a person
 * (`start.ts`) and for the tests (`test/test-stack.ts`).
 *
 * @throws Error with one clear line when a port is taken
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { port, dataDir } = options;
  const parts = { ...PARTS, ...(options.withoutPages ? { startWorker: startBareWorkerd } : {}), ...options.parts };
  const ports = portsFrom(port);
  const settings = localSettings(port, options.settings);
  mkdirSync(dataDir, { recursive: true });

  const stateFile = (name: string) => (options.isForgetful ? {} : { stateFile: join(dataDir, name) });

  const running: Array<{ stop(): Promise<void> }> = [];
  const stop = async () => {
    // The Worker first: it would log the loss of everything it talks to.
    for (const part of running.toReversed()) await part.stop();
  };
  const keep = <T extends { stop(): Promise<void> }>(part: T): T => {
    running.push(part);
    return part;
  };

  try {
    const file = join(dataDir, "dev.db");
    if (options.database && !existsSync(file)) copyFileSync(options.database, file);
    const libsql = keep(
      await parts.startDatabase({
        port: ports.libsql,
        file,
        authToken: settings.DATABASE_AUTH_TOKEN,
      }),
    );
    const mail = keep(startMail({ port: ports.mail, ...stateFile("mail.json"), apiKey: settings.MAIL_API_KEY }));
    const bakong = keep(startBakong({ port: ports.bakong, ...stateFile("bakong.json"), token: settings.BAKONG_TOKEN }));
    const priceSource = keep(
      startPriceSource({
        port: ports.priceSource,
        ...stateFile("price-source.json"),
        token: settings.PRICE_SOURCE_KEY,
      }),
    );
    const google = keep(
      await startGoogle({
        port: ports.google,
        clientId: settings.GOOGLE_CLIENT_ID,
        clientSecret: settings.GOOGLE_CLIENT_SECRET,
        redirectUri: `${settings.APP_ORIGIN}/api/auth/google/callback`,
      }),
    );
    await migrateDatabase({ url: libsql.url, authToken: settings.DATABASE_AUTH_TOKEN });
    await options.prepare?.(settings);
    const { assets, onLine, worker } = options;
    const wrangler = keep(
      await parts.startWorker({
        port,
        dataDir,
        assets,
        settings,
        ...(worker ? { file: worker } : {}),
        ...(onLine ? { onLine } : {}),
      }),
    );
    const urls = {
      libsql: libsql.url,
      mail: mail.url,
      bakong: bakong.url,
      priceSource: priceSource.url,
      google: google.url,
    };
    return { origin: wrangler.origin, dataDir, urls, settings, wrangler, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
