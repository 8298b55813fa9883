/**
 * Every constant of the specification's section 9, and the limits that `design.md` adds, shared by the Worker and the
 * browser. Units are in the names.
 */

export const CURRENCY = "USD";

/** The limits of deposits. */
export const DEPOSIT = {
  amountCentsMin: 10_00,
  amountCentsMax: 10_000_00,
  /** How long a payment code can be paid. The payment network allows ten minutes at most. */
  lifetimeMs: 10 * 60_000,
  openMax: 5,
  /** How often the deposit dialog polls while it waits. */
  pollMs: 5_000,
  /** The minimum interval between polls of one deposit at the payment network, however many clients poll. */
  providerAskMs: 4_000,
  closeAfterPaidMs: 3_000,
} as const;

/** The limits of withdrawals. */
export const WITHDRAWAL = {
  amountCentsMax: 10_000_00,
  dailyCentsMax: 10_000_00,
  pendingMax: 5,
  /** How long a request cannot be approved after a change of password, second factor or payment method. */
  securityHoldMs: 24 * 60 * 60_000,
  /** How long an admin's claim lasts. */
  claimMs: 10 * 60_000,
  /** How long after an admin began to pay a request another one can take the payment over. */
  takeOverAfterMs: 60 * 60_000,
  methods: ["KHQR", "Bank Transfer"],
} as const;

/** The limits of an admin's pause of withdrawals. */
export const PAUSE = {
  /** How long after it began the only admin of an operation can end it alone. */
  aloneAfterMs: 24 * 60 * 60_000,
} as const;

/** The limits of admins. */
export const ADMIN = {
  /**
   * How long the approvals of a newly appointed admin do not count, so that the other admins have time to read the mail
   * about it.
   */
  approvalsCountAfterMs: 24 * 60 * 60_000,
  /** How long the only admin of an operation waits between both steps of making another one. */
  appointsAloneAfterMs: 24 * 60 * 60_000,
  /**
   * Unless the operator sets a limit: in 24 hours one admin alone moves at most this many times the amount above which
   * two are needed.
   */
  aloneTimes: 10,
} as const;

/** How long a warning is shown. */
export const WARNING_SHOWN_MS = 3_000;
/** How long a notice is shown. */
export const NOTICE_CLOSE_MS = 4_000;

/** The intervals at which the balance is refetched. */
export const BALANCE_REFRESH = { afterCheckMs: 15_000, shellMs: 30_000, performanceMs: 120_000 } as const;

/** Balance, equity, PNL and chart values are shown up to this many dollars. */
export const DISPLAY_CAP_USD = 999_999_999;

/** The colour themes, whose names and colours are in `web/ui/theme.ts`. */
export const THEMES = [1, 2, 3, 4, 5] as const;
/** The id of a colour theme. */
export type ThemeId = (typeof THEMES)[number];
/** The theme of a new user. */
export const THEME_DEFAULT: ThemeId = 1;
/** The cookie with the last theme of a browser, if it is not the default. */
export const THEME_COOKIE = "theme";
/** The cookie of a browser in which it was chosen to fold the sidebar to its icons, or to unfold it. */
export const FOLD_COOKIE = "sidebar-folded";
/** The cookie of a browser whose trader's dashboard has the first steps. */
export const FIRST_STEPS_COOKIE = "first-steps";
/** The attribute of a document's root where signing in with Google is off. */
export const NO_GOOGLE_ATTRIBUTE = "data-no-google";

/** The durations and sizes of toasts. */
export const TOAST = {
  durationMs: { blank: 4_000, error: 4_000, custom: 4_000, success: 2_000, loading: Number.POSITIVE_INFINITY },
  shownMax: 20,
  removeDelayMs: 1_000,
  widthMaxPx: 350,
} as const;

/** The zoom and rotation steps of the image viewer. */
export const IMAGE_VIEWER = { zoomMin: 0.5, zoomMax: 3, zoomStep: 0.25, rotationStepDeg: 90 } as const;
/**
 * The sidebar's width, and that of its icons alone; the viewport width below which it is over the page; and those below which a
 * page that needs the room always has it folded, and has it folded until it is unfolded there.
 */
export const SIDEBAR = { widthPx: 256, foldedPx: 64, breakpointPx: 1024, roomyPx: 1440, widePx: 1600 } as const;

/** The limits of uploaded images. A file of exactly `bytesLimit` is refused ("less than 5MB"). */
export const IMAGE = {
  bytesLimit: 5 * 1024 * 1024,
  sidePxMin: 16,
  sidePxMax: 8_000,
  pixelsMax: 25_000_000,
  perUserBytesMax: 30 * 1024 * 1024,
} as const;

/** The retention of ID cards. */
export const IDENTITY = {
  /** How long a rejected ID card is kept; the rule allows 90 days at most. */
  refusedKeptMs: 60 * 24 * 60 * 60_000,
} as const;

/** The format and limits of e-mail verification codes. */
export const VERIFICATION_CODE = {
  length: 6,
  /** Crockford's base 32: no I, L, O or U, so that a code can be read aloud. */
  alphabet: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
  lifetimeMs: 10 * 60_000,
  triesMax: 5,
  resendAfterMs: 60_000,
} as const;

/**
 * How long the browser that verified an address may log in without the password.
 * Source: `security.md` part 3, rule 6.
 */
export const SIGN_IN_TOKEN_MS = 5 * 60_000;

/** The limits and hashing cost of passwords. */
export const PASSWORD = {
  codePointsMin: 10,
  codePointsMax: 128,
  /** The base-two logarithm of scrypt's N. Source: `security.md` section 3, rule 2 */
  cost: 15,
} as const;
/** The limits of password resets. */
export const PASSWORD_RESET = { lifetimeMs: 30 * 60_000, redirectAfterMs: 2_000 } as const;

/** The limits of second factors. */
export const SECOND_FACTOR = {
  codeLength: 6,
  /** How long a shown key can be confirmed. */
  enrolmentLifetimeMs: 30 * 60_000,
  /** How long the first step of a log-in is valid. */
  stepLifetimeMs: 5 * 60_000,
  recoveryCodes: 10,
  /** A code that is right at most so many steps of 30 seconds before or after now tells of a clock that is set wrongly. */
  clockStepsMax: 20,
  /** The number of wrong codes with an admin's correct password from which on every admin is mailed. */
  failuresTold: 5,
} as const;

/** The lifetimes and limits of sessions. */
export const SESSION = {
  lifetimeMs: 12 * 60 * 60_000,
  idleMs: 120 * 60_000,
  adminLifetimeMs: 8 * 60 * 60_000,
  /** Shorter, because an admin session can read every user's data. */
  adminIdleMs: 30 * 60_000,
  bearerLifetimeMs: 15 * 60_000,
  /** The browser reports user input at most this often. */
  activityEveryMs: 5 * 60_000,
  /** How recent the second factor must be for an admin's action on money. */
  stepUpMs: 15 * 60_000,
  perUserMax: 10,
  /** How long a browser is known after its last log-in; browsers keep cookies no longer. */
  deviceLifetimeMs: 400 * 24 * 60 * 60_000,
  timeoutChoicesMin: [15, 30, 60, 120],
  timeoutDefaultMin: 30,
} as const;

/** The starting balance of a demo account. */
export const DEMO_BALANCE_USD = 10_000;
/** The vertical axis of charts: its minimum, and its factor above the highest value. */
export const CHART_AXIS = { floorUsd: 1_000, headroom: 1.2 } as const;

/** The timeouts of the market socket and of its prices. */
export const SOCKET = {
  connectTimeoutMs: 20_000,
  reconnectMinMs: 1_000,
  reconnectMaxMs: 10_000,
  /**
   * A price older than this is shown as delayed, with its age. It is below 5 s so that the notice, including its
   * rendering, appears within 5 s.
   */
  delayedAfterMs: 4_000,
  /** No order is accepted at a price older than this. */
  staleAfterMs: 10_000,
} as const;

/** The maximum lengths of texts, in code points. */
export const TEXT_MAX = {
  name: 60,
  username: 32,
  address: 200,
  phone: 32,
  bankName: 60,
  /** Of the person who owns a bank account: a first and a last name. */
  holder: 121,
  accountId: 60,
  requestMessage: 500,
  note: 1_000,
  bankReference: 100,
  fileName: 200,
} as const;
/** The maximum sizes of request bodies. */
export const BODY_BYTES_MAX = {
  json: 64 * 1024,
  image: 7 * 1024 * 1024,
  multipart: 6 * 1024 * 1024,
  importRows: 2 * 1024 * 1024,
} as const;

/** The limits of a file of closed trades. */
export const IMPORT = {
  /** The currency of every sum in a file, as the file writes it. */
  currency: "USD",
  rowsMax: 50_000,
  /** How many rows one request uploads. */
  chunkRowsMax: 5_000,
  /** The ticket numbers of terminals. A leading sign is refused, because an export could be read as a formula. */
  ticketPattern: /^[A-Za-z0-9][A-Za-z0-9#._:-]{0,63}$/,
  symbolPattern: /^[A-Za-z0-9#._](?:[\x20-\x7e]{0,30}[\x21-\x7e])?$/,
  lotsMax: 100_000,
  priceMax: 1e9,
  /** A file's sum stays below a thousandth of the largest exact integer of cents with this limit. */
  profitUsdMax: 1e6,
  /** No trade is older than 2000-01-01. */
  tradedFromMs: 946_684_800_000,
  /** An uncommitted file is deleted after this time. */
  stagedForMs: 24 * 60 * 60_000,
} as const;

/** A money statement is read in one piece. */
export const STATEMENT = { movementsMax: 20_000 } as const;

/** After what time a copy of the data is overdue: the nightly backup with two hours to spare, the monthly drill with some days. */
export const BACKUP = { lateHours: 26, drillLateDays: 35 } as const;

/** The time zone of a user who has not chosen one. */
export const DEFAULT_TIME_ZONE = "Asia/Phnom_Penh";
