import type { Context } from "hono";
import type { Database } from "../../db/client.ts";
import type { Language } from "../contract/languages.ts";
import type { Credentials } from "./credentials.ts";
import type { Bindings, Settings } from "./env.ts";
import type { Access } from "./route-access.ts";

/**
 * The services that a verb may use, created once per request. Verbs take it with plain input and never the HTTP context, so a test
 * can pass its own clock and database.
 */
export type Scope = {
  requestId: string;
  settings: Settings;
  bindings: Bindings;
  db: Database;
  /** The clock, epoch ms. In production it does not advance while code runs, only with I/O. */
  now: () => number;
  /**
   * The client address that limits count by, from the edge's header (IPv6 by /64), never from the client's own headers.
   */
  address: string;
  userAgent: string;
  /** ISO 3166 code of the client's country as the edge reports it; null when unknown. */
  country: string | null;
  /** The language of the answer: the caller's account's once the caller is known, until then the browser's, else English. */
  language: Language;
  /** The language in the browser's cookie; if it was chosen there, the next log-in stores it in the account. */
  languageCookie: { language: Language; isChosen: boolean } | null;
  credentials: Credentials | null;
  access: Access;
  /** Continues work after the response. Nothing that must happen relies on it: the cron does what is left undone. */
  defer: (work: Promise<unknown>) => void;
  /** Adds a fact to the request's log line. Never a secret, an address or a name. */
  note: (facts: Record<string, string | number | boolean>) => void;
};

/** Hono's environment type for the app. */
export type AppEnv = { Bindings: Bindings; Variables: { scope: Scope } };
/** The Hono context of the app's handlers. */
export type AppContext = Context<AppEnv>;
