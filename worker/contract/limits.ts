/**
 * Every constant of the specification's section 9, and the limits that `design.md` adds, in one place for the
 * worker and the browser. Units are in the names.
 */

export const CURRENCY = "USD";

export const DEPOSIT = {
  amountCentsMin: 10_00,
  amountCentsMax: 10_000_00,
  /** How long a payment code can be paid: the payment network's own guidance is ten minutes at most. */
  lifetimeMs: 10 * 60_000,
  openMax: 5,
  /** The modal asks for the state this often while it waits. */
  pollMs: 5_000,
  /** The payment network is asked about one deposit at most this often, whatever the number of pollers. */
  providerAskMs: 4_000,
  closeAfterPaidMs: 3_000,
} as const;

export const WITHDRAWAL = {
  amountCentsMax: 10_000_00,
  dailyCentsMax: 10_000_00,
  pendingMax: 5,
  /** After a change of password, second factor or payment method a request waits this long for its approval. */
  securityHoldMs: 24 * 60 * 60_000,
  /** An admin who took one up keeps it this long. */
  claimMs: 10 * 60_000,
  methods: ["KHQR", "Bank Transfer"],
} as const;

export const ADMIN = {
  /** Whom a colleague made an admin decides about money after this: time for the others to read the mail about it. */
  wordCountsAfterMs: 24 * 60 * 60_000,
  /** One admin moves alone in 24 hours this many times the sum from which two are needed, unless the operator says otherwise. */
  aloneTimes: 10,
} as const;

export const WARNING_SHOWN_MS = 3_000;
export const NOTICE_CLOSE_MS = 4_000;

export const BALANCE_REFRESH = { afterCheckMs: 15_000, shellMs: 30_000, performanceMs: 120_000 } as const;

/** Balance, equity, PNL and chart values are shown up to this many dollars. */
export const DISPLAY_CAP_USD = 999_999_999;

/** The colour themes, whose names and colours are in `web/ui/theme.ts`. */
export const THEMES = [1, 2, 3, 4, 5] as const;
export type ThemeId = (typeof THEMES)[number];
export const THEME_DEFAULT: ThemeId = 1;

export const TOAST = {
  durationMs: { blank: 4_000, error: 4_000, custom: 4_000, success: 2_000, loading: Number.POSITIVE_INFINITY },
  shownMax: 20,
  removeDelayMs: 1_000,
  widthMaxPx: 350,
} as const;

export const IMAGE_VIEWER = { zoomMin: 0.5, zoomMax: 3, zoomStep: 0.25, rotationStepDeg: 90 } as const;
export const SIDEBAR = { widthPx: 256, breakpointPx: 1024 } as const;

/** What an uploaded image may be. `bytesLimit` itself is refused ("less than 5MB"). */
export const IMAGE = {
  bytesLimit: 5 * 1024 * 1024,
  sidePxMin: 16,
  sidePxMax: 8_000,
  pixelsMax: 25_000_000,
  perUserBytesMax: 30 * 1024 * 1024,
} as const;

export const IDENTITY = {
  /** How long a refused ID card is kept; the rule is 90 days at most. */
  refusedKeptMs: 60 * 24 * 60 * 60_000,
} as const;

export const VERIFICATION_CODE = {
  length: 6,
  /** Crockford's base 32: no I, L, O or U, so a code survives being read aloud. */
  alphabet: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
  lifetimeMs: 10 * 60_000,
  triesMax: 5,
  resendAfterMs: 60_000,
} as const;

export const PASSWORD = {
  codePointsMin: 10,
  codePointsMax: 128,
  /** The base-two logarithm of scrypt's N. Source: `security.md` section 3, rule 2 */
  cost: 15,
} as const;
export const PASSWORD_RESET = { lifetimeMs: 30 * 60_000, redirectAfterMs: 2_000 } as const;

export const SECOND_FACTOR = {
  codeLength: 6,
  /** A key that was shown and not confirmed is worth nothing after this. */
  enrolmentLifetimeMs: 30 * 60_000,
  /** The first step of a log-in waits this long for the second. */
  stepLifetimeMs: 5 * 60_000,
  recoveryCodes: 10,
  /** From so many wrong codes with an admin's right password on, every admin is told. */
  failuresTold: 5,
} as const;

export const SESSION = {
  lifetimeMs: 12 * 60 * 60_000,
  idleMs: 120 * 60_000,
  adminLifetimeMs: 8 * 60 * 60_000,
  /** Of an admin's session, which is open on what is everybody's. */
  adminIdleMs: 30 * 60_000,
  bearerLifetimeMs: 15 * 60_000,
  /** The browser reports real input at most this often. */
  activityEveryMs: 5 * 60_000,
  /** An admin's act on money needs a second factor this fresh. */
  stepUpMs: 15 * 60_000,
  perUserMax: 10,
  /** A browser is remembered this long after its last log-in, as long as browsers keep a cookie. */
  deviceLifetimeMs: 400 * 24 * 60 * 60_000,
  timeoutChoicesMin: [15, 30, 60, 120],
  timeoutDefaultMin: 30,
} as const;

export const DEMO_BALANCE_USD = 10_000;
export const CHART_AXIS = { floorUsd: 1_000, headroom: 1.2 } as const;

export const SOCKET = {
  connectTimeoutMs: 20_000,
  reconnectMinMs: 1_000,
  reconnectMaxMs: 10_000,
  /** A price older than this is shown as delayed, with its age: within 5 s of silence, drawing it included. */
  delayedAfterMs: 4_000,
  /** A price older than this accepts no order. */
  staleAfterMs: 10_000,
} as const;

export const TEXT_MAX = {
  name: 60,
  username: 32,
  address: 200,
  phone: 32,
  bankName: 60,
  accountId: 60,
  requestMessage: 500,
  note: 1_000,
  bankReference: 100,
  fileName: 200,
} as const;
export const BODY_BYTES_MAX = {
  json: 64 * 1024,
  image: 7 * 1024 * 1024,
  multipart: 6 * 1024 * 1024,
  importRows: 2 * 1024 * 1024,
} as const;

/** What a file of closed trades may hold. */
export const IMPORT = {
  rowsMax: 50_000,
  /** Rows that go up together. */
  chunkRowsMax: 5_000,
  /** As terminals number them; what begins with a sign could be taken for a formula by whoever opens an export. */
  ticketPattern: /^[A-Za-z0-9][A-Za-z0-9#._:-]{0,63}$/,
  symbolPattern: /^[A-Za-z0-9#._](?:[\x20-\x7e]{0,30}[\x21-\x7e])?$/,
  lotsMax: 100_000,
  priceMax: 1e9,
  /** With it a file's sum is below a thousandth of what whole numbers of cents are exact to. */
  profitUsdMax: 1e6,
  /** Nothing was traded before: 2000-01-01. */
  tradedFromMs: 946_684_800_000,
  /** A file that nobody commits is forgotten after this long. */
  stagedForMs: 24 * 60 * 60_000,
} as const;

export const DEFAULT_TIME_ZONE = "Asia/Phnom_Penh";
