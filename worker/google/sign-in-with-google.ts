import type { Statement } from "../../db/client.ts";
import { NO_PASSWORD } from "../../db/no-password.ts";
import { type Device, deviceOf } from "../auth/device.ts";
import { insertGoogleLink } from "../auth/google-link-store.ts";
import { mailNewCode, signPending } from "../auth/pending-verification.ts";
import { sendCodeAtLogIn } from "../auth/resend-verification.ts";
import { signSecondStep } from "../auth/second-step-cookie.ts";
import { type SignedIn, startTraderSession } from "../auth/start-trader-session.ts";
import { TEXT_MAX } from "../contract/limits.ts";
import { insertAccounts } from "../ledger/ledger-store.ts";
import { audit } from "../platform/audit-log-store.ts";
import { countOne } from "../platform/counter-store.ts";
import { sendSoon } from "../platform/mail/mail-outbox.ts";
import { queueMail } from "../platform/mail/outbox-store.ts";
import { plainText } from "../platform/plain-text.ts";
import { counterKey, LIMITS, scaled } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { randomCharacters } from "../platform/secrets.ts";
import { insertUser } from "../platform/user-store.ts";
import { mailAddress, timeZoneOrDefault } from "../profile/person-rules.ts";
import { googleLinkedMail } from "./google-linked-mail.ts";
import type { GooglePerson } from "./google-provider.ts";
import { decideGoogleSignIn, namesOf, usernameFrom } from "./google-rules.ts";
import {
  claimAccount,
  type GoogleAccount,
  linkAccount,
  mustBeLinked,
  selectByEmail,
  selectLinked,
} from "./google-store.ts";

/** The outcome of a sign-in with Google. */
export type GoogleSignIn =
  | ({ outcome: "signed_in" } & SignedIn)
  /** The account requires its second factor as well. */
  | { outcome: "second_step"; secondStepCookie: string }
  /** Google does not run the mailbox: a code was sent to it. */
  | { outcome: "unverified"; pendingCookie: string };

/**
 * Logs a trader in as the person identified by Google: to the linked account, to one that is linked now, or to a new
 * one. It gives an admin no admin access. The log-in counts as a proof from the time when the person signed in to
 * Google.
 * @param known.device the browser's device cookie
 * @param known.session hash of the browser's session cookie: its session ends
 * @throws RefusedByGoogle `existing` | AppError `invalid_input` (the address) | `too_many_requests`
 */
export async function signInWithGoogle(
  scope: Scope,
  person: GooglePerson,
  known: { device: string | null; session: string | null; timeZone: string | null },
): Promise<GoogleSignIn> {
  const { db, settings } = scope;
  const { query } = db;
  const address = mailAddress(person.email);
  const device = await deviceOf(known.device);
  const browser = { device, replaces: known.session, authenticatedAtMs: person.signedInAtMs ?? 0 };
  const byAddress = scaled(LIMITS.loginByAddress, settings.ADDRESS_LIMIT_FACTOR);
  const [, [linked], [sameEmail]] = await db.write([
    countOne(query, await counterKey("loginByAddress", scope.address), byAddress, scope.now()),
    selectLinked(query, device, person.subject),
    selectByEmail(query, device, address),
  ]);
  const decision = decideGoogleSignIn(person, linked, sameEmail);
  const owner = { ...person, email: address.mailbox };
  switch (decision.act) {
    case "enter": {
      const { account } = decision;
      if (account.emailVerifiedAtMs !== null) {
        return enter(scope, account, browser, [mustBeLinked(query, account.id, person.subject)]);
      }
      await sendCodeAtLogIn(scope, account.id);
      return { outcome: "unverified", pendingCookie: await signPending(scope, account.id) };
    }
    case "link":
      return link(scope, decision.account, browser, owner);
    case "claim":
      return claim(scope, decision.account, browser, owner);
    case "create":
      return create(scope, owner, browser, known.timeZone);
  }
}

/**
 * The browser of the sign-in.
 * @property replaces hash of its previous session cookie
 * @property authenticatedAtMs when the person signed in to Google, epoch ms; 0 when Google does not say
 */
type Browser = { device: Device; replaces: string | null; authenticatedAtMs: number };

async function enter(
  scope: Scope,
  account: GoogleAccount,
  browser: Browser,
  guards: readonly Statement[],
): Promise<GoogleSignIn> {
  if (!account.secondFactor) {
    return {
      outcome: "signed_in",
      ...(await startTraderSession(scope, account, { ...browser, by: "google", guards })),
    };
  }
  await scope.db.write(guards);
  return { outcome: "second_step", secondStepCookie: await signSecondStep(scope, account) };
}

async function link(
  scope: Scope,
  account: GoogleAccount,
  browser: Browser,
  { subject }: GooglePerson,
): Promise<GoogleSignIn> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const mailId = crypto.randomUUID();
  const mail = googleLinkedMail(account.email, scope.settings.APP_ORIGIN, { tookPassword: false });
  const result = await enter(scope, account, browser, [
    ...linkAccount(query, account, subject, nowMs),
    queueMail(query, mailId, mail, nowMs),
    audit(query, { actor: account.id, action: "user.google_linked", subject: `user:${account.id}` }, nowMs),
  ]);
  sendSoon(scope, [mailId]);
  return result;
}

async function claim(
  scope: Scope,
  account: GoogleAccount,
  browser: Browser,
  person: GooglePerson,
): Promise<GoogleSignIn> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const mailId = crypto.randomUUID();
  const mail = googleLinkedMail(account.email, scope.settings.APP_ORIGIN, { tookPassword: true });
  const owner = { subject: person.subject, ...namesOf(person, cleanName) };
  const result = await enter(scope, account, browser, [
    ...claimAccount(query, account.id, owner, nowMs),
    queueMail(query, mailId, mail, nowMs),
    audit(query, { actor: account.id, action: "user.google_claimed", subject: `user:${account.id}` }, nowMs),
  ]);
  sendSoon(scope, [mailId]);
  return result;
}

async function create(
  scope: Scope,
  person: GooglePerson,
  browser: Browser,
  timeZone: string | null,
): Promise<GoogleSignIn> {
  const { db, settings } = scope;
  const { query } = db;
  const nowMs = scope.now();
  const { email, subject, isAuthoritative } = person;
  const id = crypto.randomUUID();
  const username = usernameFrom(email, randomCharacters(6, "0123456789"));
  const user = {
    id,
    email,
    username,
    usernameKey: username.toLowerCase(),
    ...namesOf(person, cleanName),
    timeZone: zoneOrDefault(timeZone),
    // Google's redirect is a navigation, which has the browser's own languages.
    language: scope.languageCookie?.language ?? scope.language,
    passwordHash: NO_PASSWORD,
    createdAtMs: nowMs,
  };
  const limit = scaled(LIMITS.signupByAddress, settings.ADDRESS_LIMIT_FACTOR);
  const account = [
    countOne(query, await counterKey("signupByAddress", scope.address), limit, nowMs),
    insertUser(query, { ...user, emailVerifiedAtMs: isAuthoritative ? nowMs : null }),
    insertAccounts(query, id),
    insertGoogleLink(query, id, subject, nowMs),
    audit(query, { actor: id, action: "user.signed_up", subject: `user:${id}`, detail: { by: "google" } }, nowMs),
  ];
  if (!isAuthoritative) {
    const { statements: sendCode, mailId } = await mailNewCode(scope, id);
    const pause = countOne(query, await counterKey("resendPause", id), LIMITS.resendPause, nowMs);
    await db.write([...account, ...sendCode, pause]);
    sendSoon(scope, [mailId]);
    return { outcome: "unverified", pendingCookie: await signPending(scope, id) };
  }
  const newUser = { ...user, hasLoginAlerts: true, isKnownDevice: 0, hasLoggedIn: 0 };
  // The creator of an account is its owner: an old Google sign-in cannot open anything of another person yet.
  const creator = { ...browser, authenticatedAtMs: nowMs };
  return {
    outcome: "signed_in",
    ...(await startTraderSession(scope, newUser, { ...creator, by: "google", guards: account })),
  };
}

/** A name without what we refuse; Google accepts characters that we do not. */
function cleanName(text: string): string {
  try {
    return plainText([...text].slice(0, TEXT_MAX.name).join(""), { field: "name", max: TEXT_MAX.name });
  } catch {
    return "";
  }
}

function zoneOrDefault(timeZone: string | null): string {
  try {
    return timeZoneOrDefault(timeZone ?? undefined);
  } catch {
    return timeZoneOrDefault(undefined);
  }
}
