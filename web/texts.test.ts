import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Literal, literalsOf, literalsUnder } from "./test/literals.ts";

/**
 * What a machine can hold of how English texts are written: screens, refusals, mails and heads of files. A text that the
 * specification gives to the letter is in SPECIFIED and stays as it is.
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

/** Those of one word, at their one place. */
const SPECIFIED_LABELS: readonly Literal[] = [
  { file: "web/market/market-text.ts", text: "PNL" },
  { file: "web/dashboard/dashboard-text.ts", text: "BUY" },
  { file: "web/dashboard/dashboard-text.ts", text: "SELL" },
];

/** Names of products, files, keys, places and of what another screen calls something. */
const NAMES = new Set(
  `Tonle Worker Google Authenticator Aegis Bakong Cambodia Cambodian English JavaScript WebSocket Idempotency-Key KiB WebP
  Excel MetaTrader Toolbox History Positions Report Open XML Working Orders Scan Enter End Home Esc Delayed Offline Privacy
  Security Settings Mini Bitcoin November Buy Sell Samsung Internet Yandex Browser Asia/Phnom_Penh Liberation Sans Roboto Regular Noto DejaVu Inter
  Fallback`.split(/\s+/),
);

/** Of four letters and more, among them those of the database's own messages. */
const ACRONYMS = new Set([
  "KHQR",
  "JPEG",
  "HTML",
  "JSON",
  "USDT",
  "DEMO",
  "SIMULATED",
  "ASCII",
  "IANA",
  "TOTP",
  "HKDF",
  "FOREIGN",
]);

const SPELLINGS: readonly { spelling: string; wrong: RegExp }[] = [
  { spelling: "P&L", wrong: /\bP(?:NL|nL|\/L)\b/ },
  { spelling: "e-mail", wrong: /\b[Ee]mail|(?<!\b[Ee]-)\b[Mm]ail(?:s|ed|ing)?\b|E-Mail/ },
  { spelling: "Buy and Sell", wrong: /\b(?:BUY|SELL)\b|^(?:Long|Short)$/ },
  { spelling: "log in, a log-in", wrong: /\blogins?\b/i },
  // A refusal begins with its field's name in the API, which may be `id`.
  { spelling: "ID", wrong: /\bIds?\b|(?<!^)\bids?\b(?!-)/ },
];

/** Phrases that no bank would print, most of them translated word by word. */
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

/** Styles, and what a machine reads: addresses, names of attributes, queries. */
const STYLE = /\n.*[:;]|[:;] ?\n|\dpx\b|\bvar\(|=\{|: \{\}/;
const CODE = /^(?:--|[@:/.#<])|[a-z]\(|\b[a-z]+_[a-z]+ [=,]/;
const QUERY = /\b(?:SELECT|FROM|WHERE|INSERT|UPDATE|DELETE|CREATE|CASE|NULL|AND|CONFLICT|CHECK|UNIQUE)\b/;
const SENTENCES = /[a-z]\. [A-Z]/;

/** Whether people read a literal: it has words with spaces, or is a label. */
function isRead({ file, text }: Literal): boolean {
  if (QUERY.test(text) || ((STYLE.test(text) || CODE.test(text)) && !SENTENCES.test(text))) return false;
  if (/[A-Za-z]{2,} .*[a-z]{2}/.test(text) || /^[A-Z][a-z]+$/.test(text)) return true;
  return file.endsWith("-text.ts") && /^[A-Z]/.test(text);
}

/** An expression for one of the specification's texts, as words of their own. */
const inText = (given: string) => new RegExp(`(?<!\\w)${RegExp.escape(given)}(?!\\w)`, "g");

/** What of a literal is not the specification's. */
function ownOf({ file, text }: Literal): Literal {
  if (SPECIFIED_LABELS.some((label) => label.file === file && label.text === text)) return { file, text: "" };
  return { file, text: SPECIFIED.reduce((left, given) => left.replace(inText(given), ""), text) };
}

const literals = await literalsUnder(join(import.meta.dir, ".."));
const texts = literals.filter(isRead).map(ownOf);

const where = ({ file, text }: Literal) => `${file}: ${text}`;

/** Every word that begins with a capital in the middle of a sentence, or has four capitals, and is no name. */
function capitals(text: string): string[] {
  return text.split(/(?<=[.!?:]["”)]*)\s+|\n/).flatMap((sentence) => {
    const words = sentence.split(/[\s,;()“”"]+/).map((word) => word.replace(/(?:'s)?[.!?:…]*$/, ""));
    const [, ...rest] = words.filter((word) => word !== "");
    const titled = rest.filter((word) => /^[A-Z][a-z]/.test(word) && !NAMES.has(word));
    return [...titled, ...words.filter((word) => /^[A-Z]{4,}$/.test(word) && !ACRONYMS.has(word))];
  });
}

describe("English texts", () => {
  test("are found in the sources, in screens, refusals, mails and heads of files", () => {
    expect(texts.length).toBeGreaterThan(1500);
    expect(literalsOf(`a(/"/, "one", \`two \${b("three")} four\`)`)).toEqual(["one", "three", "two {} four"]);
  });

  test("are excepted only where the specification has them", () => {
    const all = literals.map(({ text }) => text).join("\n");
    const unused = SPECIFIED.filter((given) => !inText(given).test(all));
    expect(unused).toEqual([]);
    expect(literals).toEqual(expect.arrayContaining([...SPECIFIED_LABELS]));
  });

  test.each([...SPELLINGS])("spell $spelling in one way", ({ wrong }) => {
    expect(texts.filter(({ text }) => wrong.test(text)).map(where)).toEqual([]);
  });

  test("are in sentence case, but for names", () => {
    expect(texts.filter(({ text }) => capitals(text).length > 0).map(where)).toEqual([]);
  });

  test("have none of the phrases that were translated word by word", () => {
    expect(texts.filter(({ text }) => PHRASES.some((phrase) => phrase.test(text))).map(where)).toEqual([]);
  });
});
