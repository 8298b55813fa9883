import { expect, test } from "bun:test";
import { fieldLabel } from "../worker/contract/field-labels.ts";
import { DEPOSIT_ADMIN_TEXT } from "./admin/deposits/deposit-admin-text.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./admin/withdrawals/withdrawal-admin-text.ts";
import { authText } from "./auth/auth-text.ts";
import { PAYMENT_METHODS_TEXT } from "./profile/payment-methods-text.ts";
import { profileText } from "./profile/profile-text.ts";
import { WITHDRAWAL_TEXT } from "./withdrawals/withdrawal-text.ts";

const { fields } = authText;

test.each([
  ["firstName", fields.firstName],
  ["lastName", fields.lastName],
  ["username", fields.username],
  ["email", fields.email],
  ["password", fields.password],
  ["phone", profileText.phone],
  ["address", profileText.address],
  ["bankName", PAYMENT_METHODS_TEXT.bankName],
  ["accountId", PAYMENT_METHODS_TEXT.accountNumber],
  ["requestMessage", WITHDRAWAL_TEXT.message],
  ["bankReference", DEPOSIT_ADMIN_TEXT.bankReference],
  ["paymentId", WITHDRAWAL_ADMIN_TEXT.paymentId],
  ["reason", WITHDRAWAL_ADMIN_TEXT.reason],
])("the API's messages and the screen use the same label for %s: %s", (field, label) => {
  expect(fieldLabel(field)).toBe(label);
});
