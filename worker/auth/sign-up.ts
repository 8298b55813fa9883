import type { Proof } from "../contract/proof-of-work.ts";
import { insertAccounts } from "../ledger/ledger-store.ts";
import { audit } from "../platform/audit-log-store.ts";
import { countOne, countWhileWithinIf } from "../platform/counter-store.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { sendSoon } from "../platform/mail/mail-outbox.ts";
import { queueMailToUser } from "../platform/mail/outbox-store.ts";
import type { MailAddress } from "../platform/mail-address.ts";
import { counterKey, LIMITS, scaled } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import {
  insertUser,
  isUserIfPreviousChanged,
  selectUserByEmail,
  selectUserByUsername,
} from "../platform/user-store.ts";
import { mailAddress, personName, timeZoneOrDefault, usernameKey, usernameTaken } from "../profile/person-rules.ts";
import { alreadyRegisteredMail } from "./auth-mails.ts";
import { requestPasswordHash } from "./password-hasher-client.ts";
import { checkNewPassword } from "./password-rules.ts";
import { codeTriesKey, mailNewCode, signPending, startCodeTries } from "./pending-verification.ts";
import { countSignUp, proofNeeded } from "./sign-up-proof.ts";

/** The input of a sign-up. */
export type SignUp = {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  username: string;
  timeZone?: string | undefined;
  proof?: Proof | undefined;
};

/**
 * Creates an account with an unverified e-mail address.
 *
 * For a known address the response and the work are the same, and the cookie is a decoy; the owner of the address is
 * mailed instead.
 * @returns the value of the pending-verification cookie
 * @throws AppError `invalid_input` | `proof_needed` | `username_taken` | `too_many_requests` | `busy`
 */
export async function signUp(scope: Scope, input: SignUp): Promise<{ pendingCookie: string }> {
  const { db, settings } = scope;
  const { query } = db;
  const address = mailAddress(input.email);
  const email = address.mailbox;
  const key = usernameKey(input.username);
  const firstName = personName(input.firstName, "firstName");
  const lastName = personName(input.lastName, "lastName");
  const timeZone = timeZoneOrDefault(input.timeZone);
  const password = checkNewPassword(input.password, { email, username: input.username });

  const limit = scaled(LIMITS.signupByAddress, settings.ADDRESS_LIMIT_FACTOR);
  const [, , , knownEmail, knownUsername] = await db
    .write([
      ...(await countSignUp(scope, input.proof)),
      countOne(query, await counterKey("signupByAddress", scope.address), limit, scope.now()),
      selectUserByEmail(query, address),
      selectUserByUsername(query, key),
    ])
    .catch(async (error: unknown) => {
      throw refusedBy(error, "proof_needed") ? await proofNeeded(scope) : error;
    });
  if (knownUsername.length > 0) throw usernameTaken();

  const passwordHash = await requestPasswordHash(scope, password);
  if (knownEmail.length > 0) return notifyOwner(scope, address);

  const nowMs = scope.now();
  const userId = crypto.randomUUID();
  const { language } = scope;
  const { statements: sendCode, mailId } = await mailNewCode(scope, userId);
  const user = {
    id: userId,
    email,
    username: input.username,
    usernameKey: key,
    firstName,
    lastName,
    timeZone,
    language,
  };
  try {
    await db.write([
      insertUser(query, { ...user, passwordHash, createdAtMs: nowMs }),
      insertAccounts(query, userId),
      ...sendCode,
      countOne(query, await counterKey("resendPause", userId), LIMITS.resendPause, nowMs),
      audit(query, { actor: userId, action: "user.signed_up", subject: `user:${userId}` }, nowMs),
    ]);
  } catch (error) {
    // A concurrent sign-up with the same address came first; this one must not reveal that.
    if (refusedBy(error, "UNIQUE users.email")) return notifyOwner(scope, address);
    throw error;
  }
  sendSoon(scope, [mailId]);
  return { pendingCookie: await signPending(scope, userId) };
}

/**
 * Mails the owner of a known address, in as many round trips as creating an account takes, also above the mail limit.
 */
async function notifyOwner(scope: Scope, address: MailAddress): Promise<{ pendingCookie: string }> {
  const { query } = scope.db;
  const mailId = crypto.randomUUID();
  const decoyId = crypto.randomUUID();
  const nowMs = scope.now();
  const content = alreadyRegisteredMail(scope.settings.APP_ORIGIN);
  await scope.db.write([
    countOne(query, await counterKey("resendPause", decoyId), LIMITS.resendPause, nowMs),
    countWhileWithinIf(query, await counterKey("noticeByAccount", address.mailbox), LIMITS.noticeByAccount, nowMs),
    queueMailToUser(query, mailId, content, isUserIfPreviousChanged({ address }), nowMs),
    startCodeTries(query, await codeTriesKey(decoyId), nowMs),
  ]);
  sendSoon(scope, [mailId]);
  return { pendingCookie: await signPending(scope, decoyId) };
}
