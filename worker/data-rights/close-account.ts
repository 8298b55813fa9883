import type { Statement } from "../../db/client.ts";
import { deleteAlertsOf } from "../alerts/alert-store.ts";
import { forgetAlerts } from "../alerts/tell-alert-book.ts";
import { deleteGoogleLink } from "../auth/google-link-store.ts";
import { deleteAllDevices } from "../auth/known-device-store.ts";
import { resetFailures } from "../auth/login-failure-store.ts";
import { notYourPassword, requestPasswordCheck } from "../auth/password-hasher-client.ts";
import { deleteResets } from "../auth/password-reset-store.ts";
import {
  concurrentlyUsed,
  isCodeUsed,
  proveSecondFactor,
  refuseCode,
  runBeforeCode,
  tooManyCodes,
} from "../auth/second-factor-proof.ts";
import {
  claimSecondFactorAttempt,
  deleteEnrolment,
  endSecondFactor,
  resetSecondFactorAttempts,
} from "../auth/second-factor-store.ts";
import { NO_STEP } from "../auth/totp.ts";
import { deleteVerificationCode } from "../auth/verification-code-store.ts";
import { deleteBrokerAccountsOf } from "../broker/delete-broker-accounts.ts";
import { deleteDemoResults } from "../demo/demo-result-store.ts";
import { eraseDemoAccount, expectClosing } from "../demo/tell-demo-account.ts";
import { eraseIdentity } from "../identity/identity-store.ts";
import { deletePersonsImages } from "../images/image-store.ts";
import { removeObjects } from "../images/store-image.ts";
import { deleteDeliveriesOf } from "../notifications/delivery/delivery-store.ts";
import { deleteSettingsOf } from "../notifications/notification-settings-store.ts";
import { deleteNotificationsOf } from "../notifications/notification-store.ts";
import { audit } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import { deleteResponsesOf } from "../platform/idempotency-store.ts";
import { sendSoon } from "../platform/mail/mail-outbox.ts";
import { queueMail } from "../platform/mail/outbox-store.ts";
import { mailboxOf } from "../platform/mail-address.ts";
import { counterKey } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { endAllSessions, mustBeSameCaller } from "../platform/session-store.ts";
import { erasePerson } from "../platform/user-store.ts";
import { assertNotFrozen } from "../profile/frozen-account.ts";
import { deletePaymentMethods } from "../profile/payment-method-store.ts";
import { deleteSubscriptionsOf } from "../push/push-store.ts";
import { deleteQuestionsOf } from "../questions/question-store.ts";
import { deleteTelegramOf } from "../telegram/telegram-store.ts";
import { deleteJournalOf } from "../trade-journal/journal-store.ts";
import { accountClosedMail } from "./account-closed-mail.ts";
import { assertMayClose } from "./closing-rules.ts";
import { selectClosing } from "./closing-store.ts";

/**
 * Closes the caller's account permanently, with the password and, if there is a second factor, a code. Personal data is
 * erased: names, addresses, images, payment methods, sessions, the demo account. Records of money are kept: ledger, deposits,
 * withdrawals, trades and the audit log, under an id that identifies nobody. The e-mail address can be used for a new
 * account.
 *
 * @throws AppError `not_signed_in` | `forbidden` (for an admin) | `account_frozen` | `account_in_use` (saying what to
 * do first) | `invalid_input` (wrong password) | `invalid_code` | `too_many_requests` | `busy`
 */
export async function closeAccount(
  scope: Scope,
  input: { password: string; code?: string | undefined },
): Promise<void> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { caller, rows } = await authorizedBatch(scope, "poll", (callerId) => [
    countOneOf(query, "passwordByAccount", callerId, nowMs),
    ...claimSecondFactorAttempt(query, callerId, nowMs),
    selectClosing(query, callerId),
  ]);
  const [, [claimed], [attempts], [person]] = rows;
  if (!person) throw new Error("a session without its user");
  const { userId } = caller;
  await runBeforeCode(scope, claimed, async () => {
    assertNotFrozen(person);
    assertMayClose(person);
    const { matches } = await requestPasswordCheck(scope, input.password, person.passwordHash);
    if (!matches) throw notYourPassword();
  });
  const used: Statement[] = [];
  if (person.totpSecret) {
    if (!claimed) throw tooManyCodes(attempts?.blockedUntilMs ?? nowMs, nowMs);
    const factor = { userId, totpSecret: person.totpSecret, lastStep: person.lastStep ?? NO_STEP };
    const proof = await proveSecondFactor(scope, factor, input.code ?? "", nowMs);
    if (proof.by === null) throw await refuseCode(scope, claimed, proof);
    used.push(...proof.statements);
  }

  await expectClosing(scope, userId);
  const mailId = crypto.randomUUID();
  const logInFailures = await counterKey("loginByAccount", mailboxOf(person.email));
  const mail = accountClosedMail(person.email, scope.settings.APP_ORIGIN);
  try {
    const { rows: written } = await authorizedBatch(scope, "act", (callerId): Statement[] => [
      mustBeSameCaller(query, callerId, caller),
      ...used,
      // While the account still has the address, by which the mail finds its language.
      queueMail(query, mailId, mail, nowMs),
      erasePerson(query, userId, nowMs),
      audit(query, { actor: userId, action: "user.closed", subject: `user:${userId}` }, nowMs),
      deleteGoogleLink(query, userId),
      endSecondFactor(query, userId),
      deleteEnrolment(query, userId),
      deleteAllDevices(query, userId),
      deleteVerificationCode(query, userId),
      deleteResets(query, userId),
      deletePaymentMethods(query, userId),
      deleteResponsesOf(query, userId),
      resetFailures(query, logInFailures),
      resetSecondFactorAttempts(query, userId),
      ...endAllSessions(query, userId),
      ...deleteDemoResults(query, userId),
      ...deleteAlertsOf(query, userId),
      ...deleteJournalOf(query, userId),
      // Before the notifications: its end is one, which goes with them.
      ...deleteTelegramOf(query, userId),
      deleteDeliveriesOf(query, userId),
      deleteSubscriptionsOf(query, userId),
      deleteNotificationsOf(query, userId),
      deleteSettingsOf(query, userId),
      ...deleteBrokerAccountsOf(query, userId, nowMs),
      ...eraseIdentity(query, userId),
      // Before the images, to which answers refer.
      ...deleteQuestionsOf(query, userId),
      deletePersonsImages(query, userId),
    ]);
    // A list of statements has lost their types; the last one's rows are the objects of the images.
    const gone = written.at(-1) as unknown as Array<{ objectKey: string }>;
    const keys = gone.map(({ objectKey }) => objectKey);
    scope.defer(removeObjects(scope.bindings.IMAGES, keys));
  } catch (error) {
    if (isCodeUsed(error)) throw concurrentlyUsed(error);
    throw error;
  }
  sendSoon(scope, [mailId]);
  eraseDemoAccount(scope, userId);
  forgetAlerts(scope, userId);
}
