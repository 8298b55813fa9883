import type { GoogleProofRefusal } from "../../worker/contract/google-refusals.ts";
import { LIMIT_TEXT } from "../../worker/contract/limit-text.ts";

/** The text of the payment methods. Source: specification sections 2, 5 and 8 */
export const PAYMENT_METHODS_TEXT = {
  title: "Payment Methods",
  edit: "Edit",
  cancel: "Cancel",
  save: "Save",
  saving: "Saving...",
  active: "Active",
  notConfigured: "Not configured",
  khqr: "KHQR",
  qrImage: "QR-code image",
  yourCode: "Your KHQR code",
  savedAs: "khqr-code",
  clickToChange: "Click to change",
  clickToChoose: "Click to choose",
  imageHint: "JPEG, PNG or WebP, under 5 MB",
  clickToEnlarge: "Click the code to enlarge it.",
  reading: "Reading the image...",
  bankTransfer: "Bank Transfer",
  bankName: "Bank Name",
  bankNamePlaceholder: "Enter bank name",
  accountNumber: "Account Number",
  accountNumberPlaceholder: "Enter account number",
  accountHolder: "Account holder",
  codeOwner: "Name of the code's owner",
  holderHint: "As your bank writes it. A withdrawal needs it.",
  holderEmptied: "Saving without the name is a change: no withdrawal is approved for 24 hours.",
  codeSays: (name: string) => `Read in the code: ${name}`,
  codeUnread: "The name in this code could not be read. Write it as your bank's app shows it.",
  bothNeeded: "Bank Transfer is active once both are entered.",
  notice: "Configure at least one method to enable withdrawals. All withdrawal requests use these methods.",
  holds:
    "When you change or add a method after the first, no withdrawal is approved in the next 24 hours. This also applies to the first one if you have deposited before, or if somebody logged in on another device within a day.",
  selectImage: "Please select an image file",
  tooLarge: LIMIT_TEXT.imageBytes,
  saved: "Payment methods updated successfully!",
  failed: "Failed to update payment methods",
  proof: {
    title: "Confirm that it is you",
    byPassword: "You logged in a while ago. Enter your password to save your payment methods.",
    byGoogle:
      "Sign in to Google again to save your payment methods. What you entered is kept. A Google sign-in from the last 15 minutes counts.",
    byCode:
      "Your code was entered a while ago. Enter the one that your authenticator shows now to save your payment methods.",
    password: "Password",
    code: "Authenticator code",
    cancel: "Cancel",
    confirm: "Confirm and save",
    failed: "This could not be checked. Please try again.",
    proven: "Confirmed. You can save your payment methods now.",
    refusals: {
      cancelled: "You did not continue with Google, so nothing was confirmed.",
      expired: "That took too long, or was started in another browser. Please try again.",
      unavailable: "Google cannot be reached at the moment. Please try again later.",
      failed: "Confirming with Google did not work. Please try again.",
      unverified: "Google has not verified your e-mail address. Verify it there first.",
      existing: "This is not the Google account that opens your account.",
      too_many_requests: "Too many requests. Please try again later.",
      paused: "This is paused at the moment. Nothing is lost; please try again later.",
      old_sign_in:
        "You signed in to Google more than 15 minutes ago, and Google does not ask again by itself. Sign out of Google, sign in there again and confirm, or set a password under Settings, Security.",
      unknown_sign_in_time:
        "Google does not say when you signed in there, so this confirms nothing. Set a password under Settings, Security, and confirm with it.",
    } satisfies Record<GoogleProofRefusal, string>,
  },
} as const;
