import { Hono } from "hono";
import * as z from "zod";
import {
  authCookie,
  clearAuthCookie,
  setAuthCookie,
  setLanguageCookie,
  setSessionCookie,
} from "../auth/auth-cookies.ts";
import { AppError } from "../contract/errors.ts";
import type { GoogleProofRefusal } from "../contract/google-refusals.ts";
import { SESSION } from "../contract/limits.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { refusalFromDatabase, refusedBy } from "../platform/database-refusal.ts";
import { query } from "../platform/input.ts";
import { logFault } from "../platform/log.ts";
import { jsonRead } from "../platform/request/security-headers.ts";
import type { AppContext, AppEnv, Scope } from "../platform/scope.ts";
import { authorizationUrl, type GooglePerson, isGoogleOn, personOf } from "./google-provider.ts";
import { ACCOUNT_CHANGED } from "./google-store.ts";
import { newOAuthState, type OAuthState, readOAuthState, signOAuthState } from "./oauth-state.ts";
import { proveWithGoogle } from "./prove-with-google.ts";
import { RefusedByGoogle } from "./refused-by-google.ts";
import { signInWithGoogle } from "./sign-in-with-google.ts";

const startQuery = z.strictObject({
  timeZone: z.string().max(64).optional(),
  /** `proof`: a signed-in trader confirms their session by signing in to Google again. */
  purpose: z.literal("proof", "purpose must be proof").optional(),
});
/** Google adds parameters of its own, and may add more. */
const answerQuery = z.object({
  state: z.string().max(200).optional(),
  code: z.string().min(1).max(2_000).optional(),
  error: z.string().max(200).optional(),
});

/**
 * The routes of signing in with Google: the redirect there, and the callback, which redirects to a fixed page of the
 * application and never to one from the request.
 */
export const googleRoutes = new Hono<AppEnv>()
  .get("/options", (c) => jsonRead({ success: true as const, google: isGoogleOn(c.get("scope").settings) }))
  .get("/google", query(startQuery), async (c) => {
    const scope = configured(c.get("scope"));
    const { timeZone = null, purpose = "log_in" } = c.req.valid("query");
    const session = scope.credentials?.cookieHash ?? null;
    const oauthState = newOAuthState({ purpose, device: authCookie(c, "device"), session, timeZone });
    setAuthCookie(c, "google", await signOAuthState(scope, oauthState));
    return c.redirect(authorizationUrl(scope.settings, oauthState).href);
  })
  .get("/google/callback", query(answerQuery), async (c) => {
    const scope = configured(c.get("scope"));
    const path = await handleCallback(c, scope, c.req.valid("query")).catch(refusalPath(scope, "/login"));
    // The state is valid once.
    clearAuthCookie(c, "google");
    return c.redirect(scope.settings.APP_ORIGIN + path);
  });

/** @throws AppError `not_found` when signing in with Google is not configured */
function configured(scope: Scope): Scope {
  if (!isGoogleOn(scope.settings)) throw new AppError("not_found", ERROR_TEXT.not_found);
  return scope;
}

/** The path of the page that shows why the sign-in was refused. */
function refusalPath(scope: Scope, page: "/login" | "/profile") {
  return (error: unknown): string => {
    const reason = reasonOf(error);
    scope.note({ google: reason });
    if (reason === "failed" || reason === "unavailable") logFault(error);
    return `${page}?google=${reason}`;
  };
}

type GoogleAnswer = z.output<typeof answerQuery>;

/** Handles the callback. @returns the path to redirect to */
async function handleCallback(c: AppContext, scope: Scope, answer: GoogleAnswer): Promise<string> {
  const oauthState = await readOAuthState(scope, authCookie(c, "google"), answer.state);
  if (oauthState.purpose === "proof") return prove(c, scope, oauthState, answer).catch(refusalPath(scope, "/profile"));
  return logIn(c, scope, oauthState, answer);
}

/** The person whom Google identified. @throws RefusedByGoogle */
async function identifiedPerson(
  scope: Scope,
  oauthState: OAuthState,
  { code, error }: GoogleAnswer,
): Promise<GooglePerson> {
  if (error === "access_denied") throw new RefusedByGoogle("cancelled");
  if (code === undefined) throw new RefusedByGoogle("failed");
  if (scope.settings.PAUSED.has("writes")) throw new RefusedByGoogle("paused");
  return await personOf(scope.settings, oauthState, code, scope.now());
}

async function prove(c: AppContext, scope: Scope, oauthState: OAuthState, answer: GoogleAnswer): Promise<string> {
  const person = await identifiedPerson(scope, oauthState, answer);
  const { sessionToken, lifetimeMs } = await proveWithGoogle(scope, person, oauthState.session);
  setSessionCookie(c, sessionToken, lifetimeMs);
  return "/profile?google=proven";
}

async function logIn(c: AppContext, scope: Scope, oauthState: OAuthState, answer: GoogleAnswer): Promise<string> {
  const person = await identifiedPerson(scope, oauthState, answer);
  const result = await signInWithGoogle(scope, person, oauthState);
  switch (result.outcome) {
    case "signed_in":
      setSessionCookie(c, result.sessionToken, SESSION.lifetimeMs);
      setAuthCookie(c, "device", result.deviceToken);
      if (result.user.language) setLanguageCookie(c, result.user.language);
      return "/dashboard";
    case "second_step":
      setAuthCookie(c, "second-step", result.secondStepCookie);
      return "/login?step=code";
    case "unverified":
      setAuthCookie(c, "pending", result.pendingCookie);
      return "/verify-email";
  }
}

const CHANGED_MEANWHILE = [
  "UNIQUE google_links.user_id",
  "UNIQUE google_links.subject",
  "UNIQUE users.email",
  ACCOUNT_CHANGED,
] as const;

function reasonOf(error: unknown): GoogleProofRefusal {
  if (error instanceof RefusedByGoogle) return error.reason;
  // Two at once, or changed meanwhile: the account is there, and was not opened by this.
  if (CHANGED_MEANWHILE.some((guard) => refusedBy(error, guard))) return "existing";
  const refusal = error instanceof AppError ? error : error instanceof Error ? refusalFromDatabase(error) : null;
  // The session that was to be confirmed has ended.
  if (refusal?.code === "not_signed_in") return "expired";
  if (refusal?.code === "too_many_requests") return "too_many_requests";
  return refusal?.code === "service_down" || refusal?.code === "busy" ? "unavailable" : "failed";
}
