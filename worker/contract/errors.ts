/**
 * Every error of the API: its code and its HTTP status. Codes are part of the contract; messages are for people and
 * come from the specification where it has them.
 */
export const ERROR_STATUS = {
  invalid_input: 400,
  insufficient_funds: 400,
  too_many_pending: 400,
  over_daily_sum: 400,
  image_quota: 400,
  invalid_code: 400,
  invalid_reset_token: 400,
  not_signed_in: 401,
  invalid_credentials: 401,
  email_not_verified: 403,
  forbidden: 403,
  cross_origin: 403,
  own_account: 403,
  step_up_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  username_taken: 409,
  wrong_state: 409,
  account_in_use: 409,
  account_frozen: 409,
  last_admin: 409,
  too_many_open: 409,
  no_fillable_price: 409,
  withdrawal_on_hold: 409,
  identity_not_verified: 409,
  balance_differs: 409,
  approval_differs: 409,
  admin_too_new: 409,
  second_admin_needed: 409,
  settlement_used: 409,
  payment_id_used: 409,
  claimed_by_other: 409,
  body_too_large: 413,
  unsupported_content_type: 415,
  upgrade_required: 426,
  key_reused: 422,
  too_many_requests: 429,
  internal: 500,
  service_down: 503,
  busy: 503,
  paused: 503,
} as const;

/** The code of an error. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** The default Retry-After of temporary errors, in seconds; the thrower may set another. */
const RETRY_AFTER_S: Partial<Record<ErrorCode, number>> = {
  too_many_requests: 60,
  busy: 2,
  service_down: 5,
  paused: 300,
};

/** The fixed messages of `security.md` section 7, rule 6: they say what to do and reveal nothing. */
export const ERROR_TEXT = {
  invalid_credentials: "Invalid email or password",
  invalid_admin_credentials: "Invalid e-mail, password or code",
  invalid_code: "Invalid or expired code",
  not_signed_in: "Please log in",
  forbidden: "You are not allowed to do this",
  own_account: "You cannot decide about your own account",
  account_frozen:
    "Your account is frozen: no money can be moved. Payments that you have already made will still be added. Please contact support.",
  owner_frozen: "This account is frozen: nothing is approved or paid out from it until it is unfrozen",
  identity_not_verified:
    "The identity of this trader is not verified. Verify it before you approve a withdrawal, or reject the withdrawal.",
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

/** The body of every error response. `field` names the invalid input. */
export type ErrorBody = {
  success: false;
  message: string;
  code: ErrorCode;
  requestId: string;
  field?: string;
};

/** An error for the caller. All other thrown errors are answered as `internal` and only logged. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** The invalid input, by its name in the request. */
  readonly field: string | undefined;
  /** The Retry-After header in seconds; undefined when a retry does not help. */
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, message: string, detail: { field?: string; retryAfterS?: number } = {}) {
    super(message);
    this.name = "AppError";
    this.code = code;
    this.field = detail.field;
    this.retryAfterS = detail.retryAfterS ?? RETRY_AFTER_S[code];
  }
}
