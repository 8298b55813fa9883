/** The fixed messages of `security.md` section 7, rule 6: they say what to do and reveal nothing. */
export const ERROR_TEXT = {
  invalid_credentials: "Invalid email or password",
  invalid_admin_credentials: "Invalid e-mail, password or code",
  invalid_code: "Invalid or expired code",
  not_signed_in: "Please log in",
  log_in_ended: "This log-in has ended. Log in with your password.",
  forbidden: "You are not allowed to do this",
  own_account: "You cannot decide about your own account",
  account_frozen:
    "Your account is frozen: no money can be moved. Payments that you have already made will still be added. Please contact support.",
  owner_frozen: "This account is frozen: nothing is approved or paid out from it until it is unfrozen",
  identity_not_verified:
    "The identity of this trader is not verified. Verify it before you approve a withdrawal, or reject the withdrawal.",
  names_unchecked:
    "The name of the person who is paid was not compared with the account's. Refresh, compare them, and approve again.",
  card_used: "Another account has the same card. Say why it is verified nevertheless, ask the client, or reject it.",
  balance_differs:
    "The balance of this account differs from its records, so nothing is paid out from it. Withdrawals are paused; check the ledger.",
  name_is_verified:
    "Your identity was verified under this name, so it can't be changed here. Write to support, who can reopen your verification.",
  last_admin: "No other admin could log in. Make another admin first.",
  step_up_required: "Enter a code from your authenticator again to continue",
  password_again: "Enter your password again to continue",
  paused: "This is paused at the moment. Nothing is lost; please try again later.",
  cross_origin: "This request came from another site and was refused",
  not_found: "Not found",
  method_not_allowed: "This address does not accept that method",
  too_many_requests: "Too many requests. Please try again later.",
  service_down: "Service temporarily unavailable. Please try again.",
  internal: "Something went wrong. Please try again.",
} as const;
