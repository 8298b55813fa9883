import type { AdminRole } from "./admin-roles.ts";
import { LANGUAGE_DEFAULT } from "./languages.ts";
import type { Challenge } from "./proof-of-work.ts";
import { type Said, saidIn } from "./translated.ts";

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
  role_needed: 403,
  step_up_required: 403,
  proof_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  username_taken: 409,
  wrong_state: 409,
  account_in_use: 409,
  account_frozen: 409,
  last_admin: 409,
  last_operators: 409,
  too_many_open: 409,
  label_exists: 409,
  no_fillable_price: 409,
  alert_at_price: 409,
  too_many_alerts: 409,
  changed_meanwhile: 409,
  second_factor_needed: 409,
  holder_needed: 409,
  names_unchecked: 409,
  card_used: 409,
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

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The default Retry-After of temporary errors, in seconds; the thrower may set another. */
const RETRY_AFTER_S: Partial<Record<ErrorCode, number>> = {
  too_many_requests: 60,
  busy: 2,
  service_down: 5,
  paused: 300,
};

/**
 * Why the code of an authenticator was refused after a right password. `used`: it was accepted before, or a later one was.
 * `clock`: it belongs to another time of the minutes around now.
 */
export type CodeRefusal = "used" | "clock";

/** The details of a refusal beside its message. */
type RefusalDetail = {
  /** The invalid input, by its name in the request. */
  field?: string;
  /** How many more times the mailed code may be tried. */
  triesLeft?: number;
  reason?: CodeRefusal;
  /** What must be solved before the same is sent again. @property task what to do, in English, for the authors of clients */
  challenge?: Challenge & { task: string };
  /** Of an admin's act: the roles of which one is needed, and those that the caller holds. */
  roles?: { needed: AdminRole[]; held: AdminRole[] };
  /** The path of the screen where the caller does what is missing. */
  link?: string;
  /** The price alert (`PriceAlert`) as it is now, where it is not as the caller saw it. */
  alert?: { id: number; version: number };
};

/** The body of every error response. */
export type ErrorBody = RefusalDetail & {
  success: false;
  message: string;
  code: ErrorCode;
  requestId: string;
};

/** An error for the caller. All other thrown errors are answered as `internal` and only logged. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: RefusalDetail;
  /** The invalid input, by its name in the request. */
  readonly field: string | undefined;
  /** The Retry-After header in seconds; undefined when a retry does not help. */
  readonly retryAfterS: number | undefined;

  /** The message for people, in each language where it is not English alone. */
  readonly said: Said;

  constructor(code: ErrorCode, said: Said, { retryAfterS, ...detail }: RefusalDetail & { retryAfterS?: number } = {}) {
    // In logs it is English.
    super(saidIn(LANGUAGE_DEFAULT, said));
    this.said = said;
    this.name = "AppError";
    this.code = code;
    this.detail = detail;
    this.field = detail.field;
    this.retryAfterS = retryAfterS ?? RETRY_AFTER_S[code];
  }
}
