import { asciiOf } from "../contract/ascii.ts";
import { TEXT_MAX } from "../contract/limits.ts";
import { deleteUnreferred, insertOwnImage } from "../images/image-store.ts";
import { inspectImage } from "../images/inspect-image.ts";
import { isStoredAs, removeObjects, type StoredImage, storeImages } from "../images/store-image.ts";
import { audit } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import { sendSoon } from "../platform/mail/mail-outbox.ts";
import { queueMail } from "../platform/mail/outbox-store.ts";
import { plainText } from "../platform/plain-text.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { noteSecurityChange } from "../platform/user-store.ts";
import {
  type Configured,
  holderAfter,
  holdsWithdrawals,
  isSameAccount,
  methodChanges,
  NOTHING_CONFIGURED,
  type PaymentMethods,
  type SavedMethods,
} from "./payment-method-rules.ts";
import {
  mustBeWithoutRisks,
  releasePaymentCode,
  selectPaymentCodeKey,
  selectRisks,
  writePaymentMethods,
} from "./payment-method-store.ts";
import { paymentMethodsChangedMail } from "./payment-methods-mail.ts";
import { type UserView, userView } from "./user-view.ts";
import { selectUser } from "./user-view-store.ts";

/**
 * Saves the caller's payment methods, which needs a proof of identity from the last 15 minutes. The changes are audited
 * and mailed to the owner. Any change after the first configuration holds withdrawals for a day; so does the first one
 * if the account has a paid deposit or was used from another device. The previous image is deleted unless a withdrawal
 * refers to it.
 *
 * @param input.bankHolder the person who owns the account; undefined from a page that does not ask for it, as `khqrHolder`
 * @param input.khqrImage the bytes of a new payment code, or null to keep the current one
 * @returns the user afterwards
 * @throws AppError `not_signed_in` | `step_up_required` | `invalid_input` | `image_quota` | `too_many_requests` |
 * `service_down`, and `wrong_state` after a concurrent save
 */
export async function savePaymentMethods(
  scope: Scope,
  input: {
    bankName: string;
    accountId: string;
    bankHolder?: string | undefined;
    khqrHolder?: string | undefined;
    khqrImage: Uint8Array | null;
  },
): Promise<UserView> {
  const bank = {
    bankName: plainText(input.bankName, { field: "bankName", max: TEXT_MAX.bankName }),
    // Whoever pays out types it into a bank's form, and admins find it by its digits.
    accountId: plainText(asciiOf(input.accountId), { field: "accountId", max: TEXT_MAX.accountId }),
  };
  const bankHolder = holderText(input.bankHolder, "bankHolder");
  const khqrHolder = holderText(input.khqrHolder, "khqrHolder");
  const { IMAGES: bucket } = scope.bindings;
  const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectUser(scope.db.query, callerId),
    selectPaymentCodeKey(scope.db.query, callerId),
    selectRisks(scope.db.query, callerId, scope.now()),
  ]);
  const [[user], [code], [risks]] = rows;
  if (!user || !risks) throw new Error("a session without its user");
  const { updatedAtMs: seenAtMs, configuredAtMs, ...before } = user.paymentMethods ?? NO_ROW;

  const image = input.khqrImage ? inspectImage(input.khqrImage, "khqrImage") : null;
  // A retry after a lost response sends the same image again. It must not count as a change, which would hold
  // withdrawals.
  const isNew = image !== null && !(code && (await isStoredAs(bucket, code.objectKey, image)));
  return storeImages(bucket, isNew ? [image] : [], async ([stored]) => {
    const after = {
      ...before,
      ...bank,
      ...(stored ? { khqrImage: stored.filename } : {}),
      bankHolder: holderAfter(bankHolder, before.bankHolder, isSameAccount(before, bank)),
      khqrHolder: holderAfter(khqrHolder, before.khqrHolder, !stored),
    };
    const account = {
      wasConfigured: configuredAtMs !== null,
      hasPaidDeposit: Boolean(risks.hasPaidDeposit),
      hasOtherDevice: Boolean(risks.hasOtherDevice),
    };
    const owner = { id: user.id, email: user.email, before, seenAtMs, account };
    await write(scope, owner, after, stored);
    const saved = { ...after, updatedAtMs: seenAtMs, configuredAtMs };
    return userView({ ...user, paymentMethods: saved }, caller.kind, scope);
  });
}

function holderText(text: string | undefined, field: "bankHolder" | "khqrHolder"): string | undefined {
  return text === undefined ? undefined : plainText(text, { field, max: TEXT_MAX.holder });
}

const NO_ROW = { ...NOTHING_CONFIGURED, updatedAtMs: 0, configuredAtMs: null };

type Owner = { id: string; email: string; before: PaymentMethods; seenAtMs: number; account: Configured };

async function write(scope: Scope, owner: Owner, after: PaymentMethods, stored: StoredImage | undefined) {
  const { before, seenAtMs, account } = owner;
  const isSameHolder = before.bankHolder === after.bankHolder && before.khqrHolder === after.khqrHolder;
  if (!stored && isSameAccount(before, after) && isSameHolder) return;

  const { query } = scope.db;
  const nowMs = scope.now();
  const changes = methodChanges(before, after);
  const isHeld = holdsWithdrawals(changes, account);
  const detail: SavedMethods = { ...changes, holdsWithdrawals: isHeld };
  const replaced = stored ? before.khqrImage : null;
  const mail = paymentMethodsChangedMail(owner.email, scope.settings.APP_ORIGIN, { ...changes, isHeld });
  const mailId = crypto.randomUUID();

  const { rows } = await authorizedBatch(scope, "act", (callerId) => [
    // First, so that the previous image frees its quota for the new one.
    releasePaymentCode(query, callerId, replaced),
    deleteUnreferred(query, replaced),
    countOneOf(query, "profileByAccount", callerId, nowMs),
    ...(stored ? insertOwnImage(query, stored, { purpose: "payment_code", callerId }, nowMs) : []),
    ...writePaymentMethods(query, callerId, after, { seenAtMs, nowMs }),
    ...(isHeld ? [noteSecurityChange(query, callerId, nowMs)] : []),
    ...(isHeld || account.wasConfigured ? [] : [mustBeWithoutRisks(query, callerId, nowMs)]),
    audit(query, { actor: owner.id, action: "payment_methods.saved", subject: `user:${owner.id}`, detail }, nowMs),
    ...(mail ? [queueMail(query, mailId, mail, nowMs)] : []),
  ]);
  scope.defer(
    removeObjects(
      scope.bindings.IMAGES,
      rows[1].map(({ objectKey }) => objectKey),
    ),
  );
  if (mail) sendSoon(scope, [mailId]);
}
