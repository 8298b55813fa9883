import { expect, test } from "bun:test";
import { FIELD_LABELS as KHMER_LABELS } from "../worker/contract/field-labels.km.ts";
import { FIELD_LABELS } from "../worker/contract/field-labels.ts";
import { LANGUAGES, type Language } from "../worker/contract/languages.ts";
import * as khmerDeposits from "./admin/deposits/deposit-admin-text.km.ts";
import * as deposits from "./admin/deposits/deposit-admin-text.ts";
import * as khmerIdentities from "./admin/identities/identity-admin-text.km.ts";
import * as identities from "./admin/identities/identity-admin-text.ts";
import * as khmerAdmin from "./admin/withdrawals/withdrawal-admin-text.km.ts";
import * as admin from "./admin/withdrawals/withdrawal-admin-text.ts";
import * as khmerAuth from "./auth/auth-text.km.ts";
import * as auth from "./auth/auth-text.ts";
import * as khmerMethods from "./profile/payment-methods-text.km.ts";
import * as methods from "./profile/payment-methods-text.ts";
import * as khmerProfile from "./profile/profile-text.km.ts";
import * as profile from "./profile/profile-text.ts";
import { ASK_FIELDS } from "./withdrawals/withdrawal-form-rules.ts";
import * as khmerWithdrawals from "./withdrawals/withdrawal-text.km.ts";
import * as withdrawals from "./withdrawals/withdrawal-text.ts";

const SCREENS = {
  en: { ...auth, ...profile, ...methods, ...withdrawals, ...deposits, ...admin, ...identities, FIELD_LABELS },
  km: {
    ...khmerAuth,
    ...khmerProfile,
    ...khmerMethods,
    ...khmerWithdrawals,
    ...khmerDeposits,
    ...khmerAdmin,
    ...khmerIdentities,
    FIELD_LABELS: KHMER_LABELS,
  },
} satisfies Record<Language, object>;

test("each text that a person types into a request for a withdrawal has a label in the API's messages", () => {
  const typed = Object.entries(ASK_FIELDS).filter(([, fits]) => fits("any text"));
  expect(typed.length).toBeGreaterThan(0);
  expect(typed.map(([field]) => field).filter((field) => !(field in FIELD_LABELS))).toEqual([]);
});

test.each([...LANGUAGES])("the API's messages and the screens use the same labels in %s", (language) => {
  const { authText, profileText, PAYMENT_METHODS_TEXT, WITHDRAWAL_TEXT, ...of } = SCREENS[language];
  const { firstName, lastName, username, email, password } = authText.fields;
  const { bankReference, note } = of.DEPOSIT_ADMIN_TEXT;
  const { paymentId, reason } = of.WITHDRAWAL_ADMIN_TEXT;
  expect<Record<string, string>>(of.FIELD_LABELS).toEqual({
    firstName,
    lastName,
    username,
    email,
    password,
    phone: profileText.phone,
    address: profileText.address,
    bankName: PAYMENT_METHODS_TEXT.bankName,
    accountId: PAYMENT_METHODS_TEXT.accountNumber,
    bankHolder: PAYMENT_METHODS_TEXT.accountHolder,
    khqrHolder: PAYMENT_METHODS_TEXT.codeOwner,
    ...of.IDENTITY_ADMIN_TEXT.field,
    requestMessage: WITHDRAWAL_TEXT.message,
    bankReference,
    paymentId,
    note,
    notes: note,
    reason,
  });
});
