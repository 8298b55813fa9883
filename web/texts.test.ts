import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Literal, literalsOf, literalsUnder } from "./test/literals.ts";
import { isTranslation } from "./test/translations.ts";

/**
 * The rules for English texts that a machine can check: screens, refusals, mails and column heads of files. Texts given
 * literally by the specification are in SPECIFIED and stay as they are.
 */

const SPECIFIED: readonly string[] = [
  // Section 2: log-in, verification, reset of the password
  "Verify Email",
  "Email verified successfully",
  "Send Reset Link",
  "Back to Login",
  "New Password",
  "Confirm New Password",
  "Set New Password",
  "redirecting to login page...",
  // Section 2: dashboard, trading, account
  "Total Balance",
  "Open Positions",
  "Win Rate",
  "Recent Trades",
  "Available Balance",
  "Total Deposits",
  "Total Withdrawals",
  "Deposit Funds",
  "Deposit History",
  "Withdrawal History",
  "Cancel Payment",
  // Section 2: profile and settings
  "Full Name",
  "Phone Number",
  "ID Verification",
  "Payment Methods",
  "Bank Transfer",
  "Bank Name",
  "Account Number",
  "Save Changes",
  // Section 2: performance
  "Avg Win / Avg Loss",
  "Profit Factor",
  "Best Day",
  "Buy Trades",
  "Sell Trades",
  "Daily Account Progression",
  "Trades for Week",
  "Show All Trades",
  "All Trades",
  "Back to Calendar",
  // Sections 2, 4 and 8: dialogs and states
  "Confirm ID Card Upload",
  "Use This ID",
  "Uploading ID Card...",
  "ID Pending",
  "ID Verified",
  "Field Updated",
  "Update Failed",
  "Profile Picture Updated",
  "Connection Error",
  "Upload Failed",
  "ID Uploaded Successfully",
  "ID Updated Successfully",
  // Section 8, and security rules, section 7
  "Error sending reset password email",
  "Error verifying email",
  "Please check your email to verify your account.",
  "If an account exists for this email",
  "You can now login with your new password.",
  "Unexpected Application Error!",
  "Invalid email or password",
];

/** Single words, each allowed in one place only. */
const SPECIFIED_LABELS: readonly Literal[] = [
  { file: "web/prices/market-labels.ts", text: "PNL" },
  { file: "web/landing/script/trading-text.ts", text: "PNL" },
  { file: "web/dashboard/dashboard-text.ts", text: "BUY" },
  { file: "web/dashboard/dashboard-text.ts", text: "SELL" },
];

/** Names of products, files, keys, places and labels of other screens. */
const NAMES = new Set(
  `Fibonacci Tonle Worker Google Authenticator Aegis Bakong Cambodia Cambodian English JavaScript WebSocket Idempotency-Key KiB WebP
  Excel MetaTrader Toolbox History Positions Report Open XML Working Orders Scan Enter End Home Esc Ctrl Delayed Offline Privacy
  Security Settings Mini Bitcoin November York Buy Sell Samsung Internet Yandex Browser Asia/Phnom_Penh Liberation Sans Roboto Regular Noto DejaVu Inter
  Interactive Brokers Flex Monday Latin
  Fallback Merkle Ctrl Shift Tab Delete Escape Camera Formats Most Compatible Telegram Chrome Edge Firefox Safari iPad Home Screen Notifications Start`.split(
    /\s+/,
  ),
);

/** Acronyms of four letters and more, including those in the database's own messages. */
const ACRONYMS = new Set([
  "KHQR",
  "JPEG",
  "HTML",
  "JSON",
  "USDT",
  "DEMO",
  "SIMULATED",
  "SAMPLE",
  "ASCII",
  "IANA",
  "TOTP",
  "HKDF",
  "FOREIGN",
  "VWAP",
  "MACD",
  "HEIC",
  "XLSX",
]);

const SPELLINGS: readonly { spelling: string; wrong: RegExp }[] = [
  { spelling: "P&L", wrong: /\bP(?:NL|nL|\/L)\b/ },
  { spelling: "e-mail", wrong: /\b[Ee]mail|(?<!\b[Ee]-)\b[Mm]ail(?:s|ed|ing)?\b|E-Mail/ },
  { spelling: "Buy and Sell", wrong: /\b(?:BUY|SELL)\b|^(?:Long|Short)$/ },
  { spelling: "log in, a log-in", wrong: /\blogins?\b/i },
  // A refusal starts with its field's name in the API, which may be `id`.
  { spelling: "ID", wrong: /\bIds?\b|(?<!^)\bids?\b(?!-)/ },
];

/** Phrases that no bank would print, mostly translated word by word. */
const PHRASES: readonly RegExp[] = [
  /\bwhoever\b/i,
  /\bof whom\b/i,
  /\b(?:had|were|was) (?:you|the amount)\b.*, (?:it|then)\b/i,
  /\bis no [a-z]+ (?:like|that|with|in|any)\b|\bis no (?:text|price|result|admin|size)\b/i,
  /\b(?:will )?stands? (?:here|there|in your|among)\b/i,
  /\bbegins? so\b/i,
  /\b(?:told|mailed) (?:by|about)\b/i,
  /\ball the same\b/i,
  /\bno more$|\bno more[.:]/i,
  /\b(?:the|at the) desk\b|^desk$/i,
  /\b(?:your|their|first|second) words?\b/i,
  /\bgo on\b|\bgoes on\b/i,
  /\bfinds? nobody\b/i,
  /\bslipped in\b/i,
  /\b(?:begun|did not arrive|left out|not touched|looked at|written down|asked for)\b/i,
  /\b(?:does not|do not|did not|would|nothing) fits?\b/i,
];

/** Styles, and machine-readable text: addresses, attribute names, queries. */
const STYLE = /\n.*[:;]|[:;] ?\n|\dpx\b|\bvar\(|=\{|: \{\}/;
const CODE = /^(?:--|[@:/.#<])|[a-z]\(|\b[a-z]+_[a-z]+ [=,]/;
const QUERY =
  /\b(?:SELECT|FROM|WHERE|INSERT|UPDATE|DELETE|CREATE|DROP|ORDER BY|CASE|NULL|AND|CONFLICT|CHECK|UNIQUE|UNION)\b/;
const SENTENCES = /[a-z]\. [A-Z]/;

/** Files in the words of others: of the price sources, and of MetaTrader's reports. */
const OF_OTHERS = [
  "web/imports/mapping/head-names.ts",
  "worker/prices/sources/recorded-frames.ts",
  "worker/trades/demo-report.ts",
];
/** Names of platforms, and words of their files. */
const FORMATS = "web/imports/formats/";

/** Whether a literal is shown to people: it has words with spaces, or is a label. */
function isRead({ file, text }: Literal): boolean {
  if (OF_OTHERS.includes(file) || file.startsWith(FORMATS)) return false;
  if (QUERY.test(text) || ((STYLE.test(text) || CODE.test(text)) && !SENTENCES.test(text))) return false;
  if (/[A-Za-z]{2,} .*[a-z]{2}/.test(text) || /^[A-Z][a-z]+$/.test(text)) return true;
  return file.endsWith("-text.ts") && /^[A-Z]/.test(text);
}

/** A pattern that matches one of the specification's texts as whole words. */
const inText = (given: string) => new RegExp(`(?<!\\w)${RegExp.escape(given)}(?!\\w)`, "g");

/** The part of a literal that is not from the specification. */
function ownOf({ file, text }: Literal): Literal {
  if (SPECIFIED_LABELS.some((label) => label.file === file && label.text === text)) return { file, text: "" };
  return { file, text: SPECIFIED.reduce((left, given) => left.replace(inText(given), ""), text) };
}

// The translations have rules of their own: `translations.test.ts`.
const literals = (await literalsUnder(join(import.meta.dir, ".."))).filter(({ file }) => !isTranslation(file));
const texts = literals.filter(isRead).map(ownOf);

const where = ({ file, text }: Literal) => `${file}: ${text}`;

/** Words with a capital in the middle of a sentence, or with four capitals, that are not names. */
function capitals(text: string): string[] {
  // Names of menus of other programs stand in quotes.
  return text
    .replaceAll(/“[A-Z][A-Za-z &]*”/g, "“”")
    .split(/(?<=[.!?:]["”)]*)\s+|\n/)
    .flatMap((sentence) => {
      const words = sentence.split(/[\s,;()“”"]+/).map((word) => word.replace(/(?:'s)?[.!?:…]*$/, ""));
      const [, ...rest] = words.filter((word) => word !== "");
      const titled = rest.filter((word) => /^[A-Z][a-z]/.test(word) && !NAMES.has(word));
      return [...titled, ...words.filter((word) => /^[A-Z]{4,}$/.test(word) && !ACRONYMS.has(word))];
    });
}

describe("English texts", () => {
  test("are found in the sources: screens, refusals, mails and column heads", () => {
    expect(texts.length).toBeGreaterThan(1500);
    expect(literalsOf(`a(/"/, "one", \`two \${b("three")} four\`)`)).toEqual(["one", "three", "two {} four"]);
  });

  test("are exempt only where the specification has them", () => {
    const all = literals.map(({ text }) => text).join("\n");
    const unused = SPECIFIED.filter((given) => !inText(given).test(all));
    expect(unused).toEqual([]);
    expect(literals).toEqual(expect.arrayContaining([...SPECIFIED_LABELS]));
  });

  test.each([...SPELLINGS])("have one spelling of $spelling", ({ wrong }) => {
    expect(texts.filter(({ text }) => wrong.test(text)).map(where)).toEqual([]);
  });

  test("are in sentence case, apart from names", () => {
    expect(texts.filter(({ text }) => capitals(text).length > 0).map(where)).toEqual([]);
  });

  test("have none of the phrases that were translated word by word", () => {
    expect(texts.filter(({ text }) => PHRASES.some((phrase) => phrase.test(text))).map(where)).toEqual([]);
  });
});
