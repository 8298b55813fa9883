import {
  answer,
  choose,
  expand,
  type Fault,
  given,
  goTo,
  key,
  keyOn,
  pointAt,
  press,
  type State,
  see,
  sendFile,
  statesOf,
  type,
  WIDTHS,
  WIDTHS_BETWEEN,
} from "./state.ts";

const visitor = statesOf("visitor");
const trader = statesOf("trader");
const newcomer = statesOf("newcomer");
const learner = statesOf("learner");
const admin = statesOf("admin");

const DOWN: Fault = { status: 503, code: "service_down" };
const WRONG: Fault = { status: 500, code: "internal" };

/** A screen while a route does not answer, after it failed, and while the service is down. */
const withFaults = (of: typeof trader, name: string, path: string, route: string): State[] => [
  of(`${name}-loading`, path, given(route, "silent")),
  of(`${name}-failed`, path, given(route, WRONG)),
  of(`${name}-unreachable`, path, given(route, DOWN)),
];

const DEFAULT_THEME = { isThemed: false };
const WIDE = { widths: [1440] } as const;
const PHONE = { widths: [390] } as const;

const EMAIL = type("E-mail", "bopha.keo@example.com");
const LOG_IN = [EMAIL, type("Password", "a wrong password"), press("Log in")];
const NAMES = [type("First name", "Bopha"), type("Last name", "Keo"), type("Username", "bopha.keo")];
const SIGN_UP = [...NAMES, EMAIL, type("Password", "a sentence for seven fish")];
const NEW_PASSWORD = [type("New Password", "a sentence for seven fish"), type("Confirm New Password", "another one")];
const LINK_WORKS = given("GET /api/auth/reset-password", { ok: {} });
const SECOND_STEP = given("POST /api/auth/login", { ok: { totpRequired: true } });
const NAME_TAKEN: Fault = { status: 409, code: "username_taken", message: "This name is taken", field: "username" };
const REFUSED: Fault = { status: 401, code: "invalid_credentials", message: "Wrong e-mail or password" };
const WRONG_CODE: Fault = { status: 400, code: "invalid_code", message: "This code is wrong" };

const SIGNED_OUT: readonly State[] = [
  visitor("landing/page", "/", DEFAULT_THEME),
  visitor("landing/demo", "/", DEFAULT_THEME, press("Watch demo")),
  visitor("landing/without-prices", "/", DEFAULT_THEME, given("GET /api/market", DOWN)),
  ...["terms", "privacy", "support", "contact", "prices-proof"].map((page) =>
    visitor(`${page}/page`, `/${page}`, DEFAULT_THEME),
  ),
  visitor("not-found/page", "/nowhere"),
  visitor("login/empty", "/login"),
  visitor("login/refused", "/login", given("POST /api/auth/login", REFUSED), ...LOG_IN),
  visitor("login/sending", "/login", given("POST /api/auth/login", "silent"), ...LOG_IN),
  visitor("login/down", "/login", given("POST /api/auth/login", DOWN), ...LOG_IN),
  visitor("login/second-step", "/login", SECOND_STEP, ...LOG_IN),
  visitor("login/recovery-code", "/login", SECOND_STEP, ...LOG_IN, press("Use a recovery code")),
  visitor("login/google-refused", "/login?google=cancelled"),
  visitor("signup/empty", "/signup"),
  visitor("signup/filled", "/signup", ...SIGN_UP),
  visitor("signup/refused", "/signup", given("POST /api/auth/signup", NAME_TAKEN), ...SIGN_UP, press("Create account")),
  visitor("verify-email/empty", "/verify-email"),
  visitor("verify-email/after-signup", "/signup", ...SIGN_UP, press("Create account")),
  visitor(
    "verify-email/refused",
    "/verify-email",
    given("POST /api/auth/verify-email", WRONG_CODE),
    (page) => page.getByRole("textbox").first().focus(),
    (page) => page.keyboard.type("ABCDEF"),
  ),
  visitor("forgot-password/empty", "/forgot-password"),
  visitor("forgot-password/sent", "/forgot-password", EMAIL, press("Send Reset Link")),
  visitor("reset-password/dead", "/reset-password/abc"),
  visitor("reset-password/checking", "/reset-password/abc", given("GET /api/auth/reset-password", "silent")),
  visitor("reset-password/form", "/reset-password/abc", LINK_WORKS),
  visitor("reset-password/mismatch", "/reset-password/abc", LINK_WORKS, ...NEW_PASSWORD, press("Set New Password")),
  visitor("admin-login/empty", "/admin/login"),
  visitor(
    "admin-login/refused",
    "/admin/login",
    given("POST /api/admin/login", REFUSED),
    type("Six-digit code", "123456"),
    ...LOG_IN,
  ),
  visitor("guard/checking", "/dashboard", given("GET /api/auth/check", "silent")),
  visitor("guard/unreachable", "/dashboard", given("GET /api/auth/check", DOWN)),
  trader("not-found/signed-in", "/nowhere"),
];

const DASHBOARD: readonly State[] = [
  trader("dashboard/page", "/dashboard"),
  newcomer("dashboard/empty", "/dashboard"),
  learner("dashboard/run", "/dashboard"),
  learner("dashboard/run-history", "/dashboard?section=history"),
  learner("dashboard/unknown-run", "/dashboard?account=run:9"),
  ...withFaults(trader, "dashboard/page", "/dashboard", "GET /api/trade"),
  trader("dashboard/without-prices", "/dashboard", given("GET /api/market", DOWN)),
  trader("dashboard/history", "/dashboard?section=history"),
  newcomer("dashboard/history-empty", "/dashboard?section=history"),
  trader("shell/menu", "/dashboard", PHONE, press("More")),
  trader("shell/sums-hidden", "/dashboard", press("Hide sums")),
  trader("shell/log-out-failed", "/dashboard", WIDE, given("POST /api/auth/logout", DOWN), press("Logout")),
];

const AMOUNT = type("Amount", "0.05");
const BUY = [AMOUNT, press(/^Buy 0/)];
const BOUGHT = [...BUY, goTo("/trading/positions")];

const PANES = [press(/^Indicators/), answer(/^Relative strength/), answer(/^MACD/), key("Escape")];

const TRADING: readonly State[] = [
  trader("trading/watchlist", "/trading"),
  trader("trading/watchlist-open", "/trading/watchlist", press(/XAUUSDm/)),
  trader("trading/positions", "/trading/positions"),
  trader("trading/receipt-missing", "/trading/fills/999"),
  trader("trading/chart", "/trading/chart"),
  trader("trading/orders", "/trading/orders"),
  trader("trading/symbol", "/trading/eth"),
  trader("trading/sell", "/trading/orders", press(/^Sell/), AMOUNT, type("Price, optional", "60000")),
  trader("trading/order-wrong", "/trading/orders", type("Amount", "0"), press(/^Buy BTCUSD at|^Buy 0/)),
  trader("trading/stop-limit", "/trading/orders", AMOUNT, press("Stop limit"), type("When the price reaches", "70000")),
  trader("trading/risk", "/trading/orders", press("Risk"), type("Lose at most", "50"), type("Stop loss at", "60000")),
  trader("trading/stop-wrong", "/trading/orders", AMOUNT, type("Stop loss at", "9000000"), press(/^Buy 0/)),
  trader("trading/order-placed", "/trading/orders", ...BUY),
  trader("trading/position-open", "/trading/orders", ...BOUGHT),
  trader("trading/position-closed", "/trading/orders", ...BOUGHT, press(/^Close .*BTCUSD/)),
  // The learner has one position already: the second of two commands would get the recorded answer of the first.
  learner("trading/close-all", "/trading/orders", ...BOUGHT, press("Close all")),
  trader("trading/reset", "/trading/orders", ...BUY, goTo("/trading/chart"), press(/Run \d/), press("New run")),
  trader("trading/chart-table", "/trading/chart", press("Table"), { widths: [1440] }),
  trader("trading/chart-table-phone", "/trading/chart", press("More chart tools"), press("Table"), { widths: [390] }),
  trader("trading/sidebar-unfolded", "/trading/chart", press("Unfold the sidebar"), { widths: [1440] }),
  trader("trading/more", "/trading/chart", press("More"), { widths: [390] }),
  trader("trading/chart-between", "/trading/chart", { widths: WIDTHS_BETWEEN }),
  trader("trading/ticket-between", "/trading/orders", AMOUNT, { widths: WIDTHS_BETWEEN }),
  trader("trading/position-between", "/trading/orders", ...BOUGHT, { widths: WIDTHS_BETWEEN }),
  trader("trading/watchlist-between", "/trading/watchlist", { widths: WIDTHS_BETWEEN }),
  trader("trading/indicator-panes", "/trading/chart", ...PANES, { widths: [...WIDTHS, ...WIDTHS_BETWEEN] }),
  trader("trading/indicator-list", "/trading/chart", press(/^Indicators/)),
  trader("trading/drawing", "/trading/chart", keyOn("Horizontal line", "Enter"), { widths: [1440, 1280, 1024, 768] }),
  trader("trading/drawing-tools-phone", "/trading/chart", press("Drawing tools"), { widths: [390] }),
  trader("trading/palette", "/trading/chart", key("Control+k")),
  trader("trading/keys", "/trading/chart", key("?"), { widths: [1440] }),
  trader("trading/chart-hour", "/trading/chart", press("1 hour")),
  trader("trading/connecting", "/trading", given("GET /api/market/socket", "silent")),
  trader("trading/without-prices", "/trading", given("GET /api/market", DOWN)),
  trader("trading/chart-loading", "/trading/chart", given("GET /api/market/candles", "silent")),
  trader("trading/chart-failed", "/trading/chart", given("GET /api/market/candles", WRONG)),
];

const NEW_DEPOSIT = "/account/deposit?new";
const DEPOSIT = [answer(/KHQR/), type("Amount", "25.50"), answer(/^Show/)];
const MESSAGE = type("Request message", "For the rent");
const SUBMIT = press(/^Request withdrawal/);
const REQUEST = [type("Amount", "40"), MESSAGE, SUBMIT];
const CONFIRMED = [...REQUEST, answer(/^Withdraw/)];

const ACCOUNT: readonly State[] = [
  ...["overview", "deposit", "withdraw", "history"].flatMap((tab) => [
    trader(`account/${tab}`, `/account/${tab}`),
    newcomer(`account/${tab}-empty`, `/account/${tab}`),
  ]),
  ...withFaults(trader, "account/deposits", "/account/history", "GET /api/deposit/history"),
  ...withFaults(trader, "account/withdrawals", "/account/history", "GET /api/withdrawal/history"),
  trader("account/overview-loading", "/account/overview", given("GET /api/deposit", "silent")),
  trader("account/withdraw-loading", "/account/withdraw", given("GET /api/withdrawal/history", "silent")),
  trader("account/withdrawal-completed", "/account/history", expand("Completed")),
  trader("account/withdrawal-rejected", "/account/history", expand("Rejected")),
  trader("account/withdrawal-cancelled", "/account/history", expand("Cancelled")),
  trader("account/proof", "/account/history", expand("Completed"), press(/^Enlarge/)),
  trader("deposit-dialog/method", NEW_DEPOSIT),
  trader("deposit-dialog/amount", NEW_DEPOSIT, answer(/KHQR/)),
  trader("deposit-dialog/too-little", NEW_DEPOSIT, answer(/KHQR/), type("Amount", "9"), answer(/^Show/)),
  trader("deposit-dialog/payment", NEW_DEPOSIT, ...DEPOSIT),
  trader("deposit-dialog/sending", NEW_DEPOSIT, given("POST /api/deposit/generate-khqr", "silent"), ...DEPOSIT),
  trader("deposit-dialog/failed", NEW_DEPOSIT, given("POST /api/deposit/generate-khqr", WRONG), ...DEPOSIT),
  trader("receipt/page", "/account/history", press(/^Receipt for/)),
  trader("receipt/missing", "/account/deposits/D23456789AB"),
  ...withFaults(trader, "receipt/page", "/account/deposits/D23456789AB", "GET /api/deposit/receipt"),
  trader("withdraw-form/too-much", "/account/withdraw", type("Amount", "99999"), MESSAGE, SUBMIT),
  trader("withdraw-form/confirm", "/account/withdraw", ...REQUEST),
  trader("withdraw-form/lost", "/account/withdraw", given("POST /api/withdrawal/request", DOWN), ...CONFIRMED),
  trader("withdraw-form/sent", "/account/withdraw", ...CONFIRMED),
  trader("withdraw-form/cancel", "/account/withdraw", press(/^Cancel request/)),
  ...["deposit", "withdrawal", "notifications"].map((page) => trader(`${page}/page`, `/${page}`)),
  newcomer("notifications/empty", "/notifications"),
  ...withFaults(trader, "notifications/page", "/notifications", "GET /api/notifications"),
  trader("statement/page", "/account/statement"),
  newcomer("statement/empty", "/account/statement"),
  ...withFaults(trader, "statement/page", "/account/statement", "GET /api/statement"),
];

const PERFORMANCE: readonly State[] = [
  trader("performance/page", "/performance"),
  newcomer("performance/empty", "/performance"),
  trader("performance/import", "/performance/import"),
  trader("performance/journal", "/performance/journal"),
  newcomer("performance/journal-empty", "/performance/journal"),
  ...withFaults(trader, "performance/journal", "/performance/journal", "GET /api/trade/history"),
  trader("performance/breakdown", "/performance/breakdown"),
  trader("performance/breakdown-hour", "/performance/breakdown?by=hour"),
  newcomer("performance/breakdown-empty", "/performance/breakdown"),
  ...withFaults(trader, "performance/breakdown", "/performance/breakdown", "GET /api/trade/breakdown"),
  trader("performance/insights", "/performance/insights"),
  newcomer("performance/insights-empty", "/performance/insights"),
  ...withFaults(trader, "performance/insights", "/performance/insights", "GET /api/trade/studied"),
  learner("performance/first-trade", "/performance"),
  learner("performance/archived-run", "/performance?account=run:1"),
  learner("performance/archived-runs", "/performance", press(/^Archived/)),
  learner("performance/reset", "/performance", press("Reset")),
  learner("performance/cash-beside-run", "/performance?account=cash"),
  learner("performance/unknown-run", "/performance?account=run:9"),
  ...withFaults(learner, "performance/run", "/performance", "GET /api/trade/analytics"),
  learner("performance/archived-runs-failed", "/performance", given("GET /api/demo/runs", WRONG), press(/^Archived/)),
  ...withFaults(trader, "performance/page", "/performance", "GET /api/trade"),
  trader("performance/analytics-failed", "/performance", given("GET /api/trade/analytics", WRONG)),
  trader("performance/day", "/performance", press(/ 20\d\d: .*trade/)),
  trader("performance/week", "/performance", press(/^Week \d+: .*trade/)),
  trader("performance/all-trades", "/performance?trades=all"),
  newcomer("performance/all-trades-empty", "/performance?trades=all"),
  trader("performance/previous-month", "/performance", press("Previous month")),
  trader("performance/one-symbol", "/performance", choose("Symbol", "XAUUSDm")),
  trader("performance/sells", "/performance", press("Sell")),
  trader("performance/90-days", "/performance", press("90 days")),
  trader("performance/tip", "/performance", WIDE, pointAt("How the win rate is calculated")),
];

const PHONE_NUMBER = [press(/^Edit Phone/), type("Phone Number", "+855 12 345 678"), press(/^Save/)];
const METHODS = [press("Edit"), type("Bank Name", "ABA Bank"), type("Account Number", "000 481 726"), press("Save")];
const PROOF: Fault = { status: 403, code: "step_up_required", message: "Log in again" };
/** One grey pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";

const PROFILE: readonly State[] = [
  trader("profile/page", "/profile"),
  newcomer("profile/empty", "/profile"),
  trader("profile/edit-phone", "/profile", press(/^Edit Phone/)),
  trader("profile/phone-saved", "/profile", given("PUT /api/user/profile", { ok: {} }), ...PHONE_NUMBER),
  trader("profile/phone-failed", "/profile", given("PUT /api/user/profile", WRONG), ...PHONE_NUMBER),
  newcomer("profile/edit-name", "/profile", press(/^Edit Full/)),
  trader("profile/methods-edit", "/profile", press("Edit")),
  newcomer("profile/methods-edit-empty", "/profile", press("Edit")),
  trader("profile/methods-proof", "/profile", given("POST /api/user/payment-methods", PROOF), ...METHODS),
  trader("profile/methods-failed", "/profile", given("POST /api/user/payment-methods", WRONG), ...METHODS),
  trader("profile/card-shown", "/profile", press("Show ID card")),
  newcomer("profile/card-confirm", "/profile", sendFile("card.png", Buffer.from(PNG, "base64"))),
];

const SECURITY = "/settings?tab=security";
const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const ENROLMENT = { secret: SECRET, otpauthUrl: `otpauth://totp/Tonle:sokha?secret=${SECRET}&issuer=Tonle` };
const ENROLLED = given("POST /api/auth/totp/enrol", { ok: { ...ENROLMENT, expiresAt: "2030-01-01T00:00:00.000Z" } });
const CODES = Array.from({ length: 10 }, (_, index) => `abcd-efg${index}`);
const TURN_ON = [press("Two-factor authentication"), type("Code", "123456"), answer("Turn on")];
const PASSWORDS = [
  press("Change password"),
  type("Current password", "a sentence"),
  type("New password", "a sentence for seven fish"),
  type("Confirm new password", "another sentence"),
  answer("Change password"),
];

const SETTINGS: readonly State[] = [
  ...["profile", "notifications", "privacy", "appearance", "security"].map((tab) =>
    trader(`settings/${tab}`, `/settings?tab=${tab}`),
  ),
  newcomer("settings/security-newcomer", SECURITY),
  trader("settings/saved", "/settings?tab=privacy", press("Show trades"), press("Save Changes")),
  trader("settings/quiet-hours", "/settings?tab=notifications", press("Quiet hours")),
  trader(
    "settings/not-saved",
    "/settings?tab=notifications",
    given("PUT /api/notifications", WRONG),
    press("Demo orders by e-mail"),
  ),
  ...withFaults(trader, "settings/channels", "/settings?tab=notifications", "GET /api/notifications/channels"),
  trader("settings/telegram-link", "/settings?tab=notifications", press("Link")),
  ...withFaults(trader, "settings/sessions", SECURITY, "GET /api/auth/sessions"),
  trader("settings/change-password", SECURITY, press("Change password")),
  trader("settings/password-mismatch", SECURITY, ...PASSWORDS),
  trader("settings/two-factor", SECURITY, ENROLLED, press("Two-factor authentication")),
  ...withFaults(
    (name, path, ...parts) => trader(name, path, ...parts, press("Two-factor authentication")),
    "settings/two-factor",
    SECURITY,
    "POST /api/auth/totp/enrol",
  ),
  trader(
    "settings/two-factor-codes",
    SECURITY,
    ENROLLED,
    given("POST /api/auth/totp/confirm", { ok: { recoveryCodes: CODES } }),
    ...TURN_ON,
  ),
  trader("settings/download", "/settings?tab=privacy", press("Download my data")),
  trader("settings/close-refused", "/settings?tab=privacy", press("Close account")),
  newcomer("settings/close", "/settings?tab=privacy", press("Close account")),
];

const NEXT = key("j");

const ADMIN_LISTS = ["withdrawals", "exceptions", "deposits", "identities", "users", "imports", "audit"].flatMap(
  (list) => [
    admin(`admin-${list}/list`, `/admin/${list}`),
    ...withFaults(admin, `admin-${list}/list`, `/admin/${list}`, `GET /api/admin/${list}`),
    admin(`admin-${list}/filter`, `/admin/${list}`, key("l")),
    admin(`admin-${list}/nothing-matches`, `/admin/${list}?from=2020-01-01&to=2020-01-02&search=zzzz`),
  ],
);

const ON_CALL: readonly State[] = [
  admin("admin-settings/all", "/admin/settings"),
  ...withFaults(admin, "admin-settings/all", "/admin/settings", "GET /api/admin/settings"),
  admin("admin-settings/change", "/admin/settings", press("Change: Second approval above")),
  admin("admin-settings/hours", "/admin/settings", press("Change: Working hours")),
  admin("admin-on-call/incidents", "/admin/on-call"),
  ...withFaults(admin, "admin-on-call/incidents", "/admin/on-call", "GET /api/admin/on-call"),
  admin("admin-on-call/ended", "/admin/on-call?status=ended"),
  admin("admin-on-call/rota", "/admin/on-call?view=rota"),
  admin("admin-on-call/change-rota", "/admin/on-call?view=rota", press("Change the rota")),
  admin("admin-on-call/stand-in", "/admin/on-call?view=rota", press("Stand in")),
];

const RECONCILIATION: readonly State[] = [
  admin("admin-reconciliation/day", "/admin/reconciliation"),
  ...withFaults(admin, "admin-reconciliation/day", "/admin/reconciliation", "GET /api/admin/statements/days/"),
  admin("admin-reconciliation/open", "/admin/reconciliation?is=open"),
  admin("admin-reconciliation/riel", "/admin/reconciliation?currency=KHR"),
  admin("admin-reconciliation/import", "/admin/reconciliation", press("Import statement")),
  admin("admin-reconciliation/link", "/admin/reconciliation", NEXT, key("l")),
];

/** Lists of one status. */
const STATUSES = [
  ...["approved", "open", "completed", "rejected", "cancelled", "all"].map((status) => ["withdrawals", status]),
  ...["matched", "refunded", "dismissed"].map((status) => ["exceptions", status]),
  ...["verified", "rejected"].map((status) => ["identities", status]),
  ["deposits", "expired"],
].map(([list, status]) => admin(`admin-${list}/${status}`, `/admin/${list}?status=${status}`));

const APPROVED = "/admin/withdrawals?status=approved";
const BOPHA = "/admin/users?search=bopha";
const PAYOUTS = "/admin/payouts";
const TRANSFERS = "/admin/ledger?view=transfers";
const ACCOUNTS = "/admin/ledger?view=accounts";
const SOKHA = "/admin/imports?trader=sokha.chan@example.com";
const BROKEN_CSV = "ticket,symbol,direction,lots\n1,EURUSD,long,0.1\n";
const VANNAK = press(/Vannak Prum/);

const ADMIN: readonly State[] = [
  admin("admin-overview/page", "/admin"),
  ...withFaults(admin, "admin-overview/page", "/admin", "GET /api/admin/overview"),
  admin("admin-overview/pause", "/admin", press("Pause withdrawals")),
  admin("admin/keys", "/admin", WIDE, key("?")),
  admin("admin/people", "/admin", key("/"), (page) => page.keyboard.type("bopha")),
  admin("admin/step-up", "/admin", key("u")),
  ...ADMIN_LISTS,
  ...ON_CALL,
  ...RECONCILIATION,
  ...STATUSES,
  ...["Bopha Lim", "Vannak Prum", "Rithy Keo", "Rachana Koy"].map((name) =>
    admin(`admin-withdrawals/of-${name.split(" ")[0]?.toLowerCase()}`, "/admin/withdrawals", press(new RegExp(name))),
  ),
  admin("admin-withdrawals/item-loading", "/admin/withdrawals", given("GET /api/admin/withdrawals/", "silent"), VANNAK),
  admin("admin-withdrawals/item-failed", "/admin/withdrawals", given("GET /api/admin/withdrawals/", WRONG), VANNAK),
  admin("admin-withdrawals/approve", "/admin/withdrawals", VANNAK, key("a")),
  admin("admin-withdrawals/reject", "/admin/withdrawals", VANNAK, key("r")),
  admin("admin-withdrawals/pending", "/admin/withdrawals", press(/Chantha Ouk/), key("a"), answer(/^Approve/)),
  admin("admin-withdrawals/start-payment", APPROVED, NEXT, key("p")),
  admin("admin-exceptions/match", "/admin/exceptions", NEXT, key("m")),
  admin("admin-exceptions/refund", "/admin/exceptions", NEXT, key("b")),
  admin("admin-exceptions/dismiss", "/admin/exceptions", NEXT, key("d")),
  admin("admin-deposits/mark-paid", "/admin/deposits?status=expired", press(/Sokha Chan/), key("m")),
  admin("admin-identities/verify", "/admin/identities", NEXT, press(/^Show ID card/), key("v")),
  admin("admin-identities/reject", "/admin/identities", NEXT, press(/^Show ID card/), key("r")),
  admin("admin-identities/reopen", "/admin/identities?status=verified", NEXT, press(/^Show ID card/), key("r")),
  admin("admin-identities/expiring", "/admin/identities?status=verified&stage=expiring"),
  admin("admin-identities/image", "/admin/identities", NEXT, press(/^Show ID card/), key("i")),
  admin("admin-users/trader", BOPHA, NEXT),
  admin("admin-users/admin", "/admin/users?state=admin", NEXT),
  admin("admin-users/freeze", BOPHA, NEXT, key("f")),
  admin("admin-users/note", BOPHA, NEXT, key("n")),
  admin("admin-users/end-sessions", "/admin/users?search=sokha", WIDE, NEXT, press("End all")),
  admin("admin-users/make-admin", BOPHA, NEXT, press("Make admin")),
  admin("admin-users/item-failed", BOPHA, given("GET /api/admin/users/", WRONG), NEXT),
  admin("admin-payouts/list", PAYOUTS),
  ...withFaults(admin, "admin-payouts/list", PAYOUTS, "GET /api/admin/payouts/to-pay"),
  admin("admin-payouts/ticked", PAYOUTS, key("a")),
  admin("admin-payouts/make", PAYOUTS, key("a"), key("d")),
  admin("admin-payouts/nothing-matches", `${PAYOUTS}?bank=None`),
  admin("admin-payouts/result", PAYOUTS, key("i")),
  admin("admin-payouts/all-of-batch", PAYOUTS, press("All 4 payouts")),
  admin("admin-payouts/batches", `${PAYOUTS}?view=batches`),
  admin("admin-ledger/check", "/admin/ledger"),
  admin("admin-ledger/checked", "/admin/ledger", press("Run the check")),
  admin("admin-ledger/checking", "/admin/ledger", given("GET /api/admin/ledger", "silent"), press("Run the check")),
  admin("admin-ledger/check-failed", "/admin/ledger", given("GET /api/admin/ledger", WRONG), press("Run the check")),
  admin("admin-ledger/transfers", TRANSFERS),
  admin("admin-ledger/transfer", TRANSFERS, NEXT),
  ...withFaults(admin, "admin-ledger/transfers", TRANSFERS, "GET /api/admin/ledger/transfers"),
  admin("admin-ledger/accounts", ACCOUNTS),
  admin("admin-ledger/account", ACCOUNTS, NEXT),
  ...withFaults(admin, "admin-ledger/accounts", ACCOUNTS, "GET /api/admin/ledger/accounts"),
  admin("admin-imports/trader", SOKHA),
  admin("admin-imports/picker", "/admin/imports", (page) =>
    page.getByRole("combobox", { name: "Trader" }).pressSequentially("sokha"),
  ),
  admin("admin-imports/import", "/admin/imports", NEXT),
  admin("admin-imports/take-back", "/admin/imports", NEXT, press("Take back")),
  admin(
    "admin-imports/broken-file",
    SOKHA,
    sendFile("trades.csv", Buffer.from(BROKEN_CSV)),
    type("The broker's time zone", "Europe/Athens"),
    press("Read the file"),
  ),
  admin("admin-audit/checked", "/admin/audit", press("Check the seals"), see(/is intact/)),
];

/** Every state of every screen. A new screen, dialog or tab gets its states here. */
export const STATES: readonly State[] = [
  ...SIGNED_OUT,
  ...DASHBOARD,
  ...TRADING,
  ...ACCOUNT,
  ...PERFORMANCE,
  ...PROFILE,
  ...SETTINGS,
  ...ADMIN,
];
