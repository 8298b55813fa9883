import type { Context } from "hono";
import type { Database } from "../../db/client.ts";
import type { Credentials } from "./credentials.ts";
import type { Bindings, Settings } from "./env.ts";
import type { Access } from "./route-access.ts";

/**
 * What a verb may touch, made once a request. Verbs take this and plain input, never the HTTP context, so a test can
 * hand in its own clock and database.
 */
export type Scope = {
  requestId: string;
  settings: Settings;
  bindings: Bindings;
  db: Database;
  /** The clock, epoch ms. In production it stands still while code runs and moves with I/O. */
  now: () => number;
  /** Whom address limits count: the edge's word, IPv6 by /64. Never the client's own headers. */
  address: string;
  userAgent: string;
  /** ISO 3166 code of where the edge sees the client; null where it cannot say. */
  country: string | null;
  credentials: Credentials | null;
  access: Access;
  /** Work to finish after the answer. Nothing that must happen relies on it: the cron does what it leaves. */
  defer: (work: Promise<unknown>) => void;
  /** Adds a fact to the request's log line. Never a secret, an address or a name. */
  note: (facts: Record<string, string | number | boolean>) => void;
};

export type AppEnv = { Bindings: Bindings; Variables: { scope: Scope } };
export type AppContext = Context<AppEnv>;
