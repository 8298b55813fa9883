import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { migrateDatabase } from "../db/migrate.ts";
import { startBakong } from "./bakong/server.ts";
import { startBareWorkerd } from "./bare-workerd.ts";
import { startGoogle } from "./google/server.ts";
import { type LibsqlLimits, type LibsqlOptions, startLibsqlServer } from "./libsql/server.ts";
import { localSettings, portsFrom } from "./local-settings.ts";
import { startMail } from "./mail/server.ts";
import { startPriceSource } from "./price-source/server.ts";
import { startPush } from "./push/server.ts";
import type { RunningWorker, WorkerOptions } from "./running-worker.ts";
import { startSimulator } from "./simulator.ts";
import { startTelegram } from "./telegram/server.ts";
import { startWrangler } from "./wrangler.ts";

/** A running stack: the stand-ins, the database and the Worker. */
export type Stack = {
  origin: string;
  /** Folder of all stored state: the database file, the bucket's objects and the stand-ins' files. */
  dataDir: string;
  urls: {
    libsql: string;
    mail: string;
    bakong: string;
    priceSource: string;
    google: string;
    push: string;
    telegram: string;
  };
  settings: Record<string, string>;
  wrangler: Pick<RunningWorker, "runCron" | "exited">;
  stop(): Promise<void>;
};

/** How the database and the Worker are started, for a test that replaces either. */
export type StackParts = {
  startDatabase: (options: LibsqlOptions) => Promise<{ url: string; stop(): Promise<void> }>;
  startWorker: (options: WorkerOptions) => Promise<RunningWorker>;
};

const PARTS: StackParts = {
  startDatabase: async (options) => startLibsqlServer(options),
  startWorker: ({ file, onLine, ...options }) =>
    file ? startSimulator({ ...options, file }, onLine) : startWrangler({ ...options, ...(onLine ? { onLine } : {}) }),
};

/** Options of a stack's start. */
export type StackOptions = {
  port: number;
  dataDir: string;
  /** The folder with the built web files. */
  assets: string;
  /** The built Worker's module; without it, wrangler builds the Worker from its source, and again on each change. */
  worker?: string;
  settings?: Record<string, string>;
  /** The stand-ins have their state in memory only; otherwise each has a state file. */
  isForgetful?: boolean;
  /** When the simulated market is at its usual prices; a whole minute. */
  marketReferenceMs?: number;
  /** The usual pace of each of its symbols. */
  marketTicksPerSecond?: number;
  /** A database file that a new stack copies, instead of starting with an empty database. */
  database?: string;
  /** Time limits of the database stand-in that differ from the hosted service's. */
  databaseLimits?: Partial<LibsqlLimits>;
  /** Runs after the migration and before the Worker starts, e.g. to seed. */
  prepare?: (settings: Record<string, string>) => Promise<void>;
  /** Called with each line that wrangler and the Worker print. */
  onLine?: (line: string) => void;
  parts?: Partial<StackParts>;
  /** Runs the built Worker on workerd alone. It serves no pages, and a start and a request cost a fraction. */
  withoutPages?: boolean;
};

/**
 * Starts the stand-ins, migrates the database to the newest schema, and runs the Worker on them. A developer's stack
 * (`start.ts`) and the tests' stack (`test/test-stack.ts`) both use it.
 *
 * @throws Error with a one-line message when a port is taken
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
    // The Worker stops first: otherwise it would log the loss of every service.
    for (const part of running.toReversed()) await part.stop();
  };
  const register = <T extends { stop(): Promise<void> }>(part: T): T => {
    running.push(part);
    return part;
  };

  try {
    const file = join(dataDir, "dev.db");
    if (options.database && !existsSync(file)) copyFileSync(options.database, file);
    const libsql = register(
      await parts.startDatabase({
        port: ports.libsql,
        file,
        authToken: settings.DATABASE_AUTH_TOKEN,
        ...(options.databaseLimits ? { limits: options.databaseLimits } : {}),
      }),
    );
    const mail = register(startMail({ port: ports.mail, ...stateFile("mail.json"), apiKey: settings.MAIL_API_KEY }));
    const bakong = register(
      startBakong({ port: ports.bakong, ...stateFile("bakong.json"), token: settings.BAKONG_TOKEN }),
    );
    const priceSource = register(
      startPriceSource({
        port: ports.priceSource,
        ...stateFile("price-source.json"),
        token: settings.PRICE_SOURCE_KEY,
        referenceMs: options.marketReferenceMs,
        ticksPerSecond: options.marketTicksPerSecond,
      }),
    );
    const google = register(
      await startGoogle({
        port: ports.google,
        clientId: settings.GOOGLE_CLIENT_ID,
        clientSecret: settings.GOOGLE_CLIENT_SECRET,
        redirectUri: `${settings.APP_ORIGIN}/api/auth/google/callback`,
      }),
    );
    const appOrigin = new URL(settings.APP_ORIGIN ?? `http://localhost:${port}`).origin;
    const push = register(startPush({ port: ports.push, ...stateFile("push.json"), appOrigin }));
    const telegram = register(
      startTelegram({
        port: ports.telegram,
        ...stateFile("telegram.json"),
        bot: { token: settings.TELEGRAM_BOT_TOKEN ?? "", name: settings.TELEGRAM_BOT_NAME ?? "" },
        webhook: { url: `${appOrigin}/api/telegram/webhook`, secret: settings.TELEGRAM_WEBHOOK_SECRET ?? null },
      }),
    );
    await migrateDatabase({ url: libsql.url, authToken: settings.DATABASE_AUTH_TOKEN });
    await options.prepare?.(settings);
    const { assets, onLine, worker } = options;
    const wrangler = register(
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
      push: push.url,
      telegram: telegram.url,
    };
    return { origin: wrangler.origin, dataDir, urls, settings, wrangler, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
