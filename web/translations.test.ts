import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, TRANSLATED_LANGUAGES, type TranslatedLanguage } from "../worker/contract/languages.ts";
import { literalsOf, literalsUnder } from "./test/literals.ts";
import {
  isTranslation,
  MODULES_TO_TRANSLATE,
  sourceOf,
  TEXT_MODULES,
  type TextLeaf,
  textsOf,
  translatedModules,
  translationOf,
} from "./test/translations.ts";
import { findTextReads } from "./test/unread-texts.ts";

const ROOT = join(import.meta.dir, "..");

/** The rules for translations that a machine can check. How to write one is in `docs/translation.md`. */

/** Words that stay in Latin letters: names, codes, units, keys. */
const LATIN = new Set(
  `Tonle Google Authenticator Aegis Bakong KHQR DEMO USD USDT KHR BTC BTCUSD BTCUSDm ETHUSDm XAUUSDm US500 ABA EUR USC mBTC
  jpg P&L ID PIN API UTC GMT JSON CSV JPEG PNG WebP HEIC HTML KB MB KiB MiB GB ms px
  SHA RFC Merkle scrypt hash QR IP HTTP HTTPS Idempotency-Key Excel MetaTrader Open XML Samsung Internet
  Enter Esc Ctrl Shift Tab Home End Delete Alt Cmd SMA EMA WMA VWAP RSI MACD ATR ADX Bollinger Supertrend Stochastic
  ASCII WebSocket multipart JavaScript SMS ZIP FAS S SHA-256 mailto Security NASDAQ Bitcoin Ethereum Gold
  id-card khqr-code tonle-recovery-codes.txt tonle tape minuteMs firstSeq lastSeq root previous
  PDF XLSX cTrader Binance Futures Kraken Interactive Brokers Flex TradingView Telegram iPad
  Z W D R BB DI Fibonacci Heikin-Ashi S&P Mini K B M k h m s d TOTP support@tonle.example Chrome Safari Firefox Edge Android iOS iPhone Windows Linux`.split(
    /\s+/,
  ),
);

/** Phrases that stay in Latin letters: commands, names of menus of other programs, which stand in quotes, kinds of files, examples. */
const LATIN_PHRASES =
  /bun run [a-z]+ [a-z]+|Settings, Camera, Formats, Most Compatible|Toolbox, History|Etc\/GMT-3|D23456789AB|\.xlsx|UTF-\d+|New York|“(?:buy|sell|[A-Z][A-Za-z &]*)”/g;
/** A letter alone is the name of a key. */
const KEY = /^[A-Z]$/;

/** How the texts of a language are told from English ones that were left in, and where else its letters may stand. */
type Script = {
  /** The letters that are its own. Where it is written in Latin letters, null: then no text may be the same as the English one. */
  letters: RegExp | null;
  /** Modules without an English one that have its letters. */
  elsewhere: readonly string[];
  /** The walk through every screen in it. */
  journey: string;
};
const SCRIPTS: Readonly<Record<TranslatedLanguage, Script>> = {
  km: {
    letters: /[\u1780-\u17FF]/,
    // The name of the language, months, words that the breaks keep together, the signs that a search leaves out, and names of columns in files.
    elsewhere: [
      "worker/contract/languages.ts",
      "worker/contract/khmer-months.ts",
      "web/khmer-breaks.ts",
      "worker/admin/lists/name-search-sql.ts",
      "web/imports/mapping/head-names.ts",
    ],
    journey: "web/journeys/khmer.test.ts",
  },
};

const OTHER_DIGIT = /[^\P{Nd}0-9]/u;
const WORD = /[A-Za-z][\w&'’@.-]*[A-Za-z0-9]|[A-Za-z]/g;

/** The Latin words of a text, apart from those that stay as they are. */
function latinWords(text: string): string[] {
  const own = text.replaceAll(LATIN_PHRASES, "").replaceAll(/https?:\/\/\S+|\/[a-z][\w/?=.-]*/g, "");
  return (own.match(WORD) ?? []).filter((word) => !LATIN.has(word) && !KEY.test(word));
}

/** Whether a literal of a function is shown: it has a space between words or begins with a capital; others are codes. */
const isShown = (literal: string) => /[A-Za-z]{2,} .*[A-Za-z]|^[A-Z][a-z]/.test(literal);

/** Whether a literal of a screen is read: two words with a capital. Messages of thrown errors begin without one. */
const isSentence = (literal: string) => /^(?:“?[A-Z]|\{\} )[^\n<>={;]*[a-z]{2} [a-z]/.test(literal);

/** An error or a mail whose text is written where it is sent. */
const ANSWERS = /new AppError\(\s*"\w+",\s*(?:"|`)|refuse\((?:"|`)|\bcompose(?:Content)?\(\s*(?:to,\s*)?(?:"|`)/;

/** Files whose sentences no reader sees in a language of ours: for developers, or the words of others. */
const NO_TEXTS: readonly string[] = ["web/state/api.ts", "web/state/theme.ts", "web/ui/font.ts"];

describe.each([...TRANSLATED_LANGUAGES])("translations into %s", (language) => {
  const { letters, elsewhere, journey } = SCRIPTS[language];
  const modules = [...translatedModules(language)];

  test("stand beside each English module, and all that depends on the language has one of its own", () => {
    const lacking = MODULES_TO_TRANSLATE.filter((module) => !existsSync(join(ROOT, translationOf(module, language))));
    expect(lacking).toEqual([]);
  });

  test.each(modules)("%s has the same texts as in English, and they differ", async (module) => {
    const [english, translated] = await Promise.all([textsOf(module), textsOf(translationOf(module, language))]);
    const places = (texts: TextLeaf[]) => texts.map(({ place }) => place).sort();
    expect(places(translated)).toEqual(places(english));

    const byPlace = new Map(english.map(({ place, text }) => [place, text]));
    const faults = translated.flatMap(({ place, text }) => {
      const source = byPlace.get(place);
      if (typeof text === "function" && typeof source === "function") {
        return text.length === source.length ? [] : [`${place} takes ${text.length} values, not ${source.length}`];
      }
      if (typeof text !== "string") return Object.is(text, source) ? [] : [`${place} is another value`];
      if (text.trim() === "" && source !== text) return [`${place} is empty`];
      if (!letters) return text === source && latinWords(text).length > 0 ? [`${place} is English`] : [];
      return latinWords(text).map((word) => `${place} has “${word}”`);
    });
    expect(faults).toEqual([]);
  });

  test.each(modules)("%s has no words of English, Latin digits, and no marks for line breaks", async (module) => {
    const transpiler = new Bun.Transpiler({ loader: "ts" });
    const literals = literalsOf(transpiler.transformSync(await sourceOf(translationOf(module, language))));
    const shown = letters ? literals.filter((literal) => letters.test(literal) || isShown(literal)) : [];
    expect(shown.filter((literal) => latinWords(literal).length > 0 && !literal.startsWith("."))).toEqual([]);
    expect(literals.filter((literal) => OTHER_DIGIT.test(literal))).toEqual([]);
    expect(literals.filter((literal) => /[\u200B\u2060]/.test(literal))).toEqual([]);
  });

  test("stand in its modules alone", async () => {
    const literals = await literalsUnder(ROOT);
    const found = literals.filter(({ file, text }) => letters?.test(text) && !file.endsWith(`.${language}.ts`));
    expect([...new Set(found.map(({ file }) => file))].filter((file) => !elsewhere.includes(file))).toEqual([]);
  });

  test("name the language and its locale, whose digits are Latin", async () => {
    const { BUILD_LANGUAGE } = await import(join(ROOT, translationOf("web/state/build-language.ts", language)));
    const { LOCALE } = await import(join(ROOT, translationOf("web/ui/locale.ts", language)));
    expect(BUILD_LANGUAGE).toBe(language);
    expect(new Intl.Locale(LOCALE).language).toBe(language);
    // A locale that a browser does not know is formatted in the browser's own, which may have other digits.
    expect(new Intl.Locale(LOCALE).numberingSystem).toBe("latn");
  });

  test("are walked through in a browser", () => {
    expect(existsSync(join(ROOT, journey))).toBe(true);
  });
});

describe("texts", () => {
  test("have an English module: no other file has texts", async () => {
    const literals = await literalsUnder(ROOT);
    const isModule = (file: string) => TEXT_MODULES.includes(file) || isTranslation(file);
    const inScreens = literals.filter(
      ({ file, text }) => file.startsWith("web/") && !isModule(file) && isSentence(text),
    );
    const sources = await Promise.all(
      [...new Set(literals.map(({ file }) => file))]
        .filter((file) => file.startsWith("worker/") && !isModule(file))
        .map(async (file) => ({ file, source: await sourceOf(file) })),
    );
    const inApi = sources.filter(({ source }) => ANSWERS.test(source));
    const found = new Set([...inScreens, ...inApi].map(({ file }) => file));
    expect([...found].filter((file) => !NO_TEXTS.includes(file)).sort()).toEqual([]);
  });

  test("are chosen by tables of languages: no code compares with the name of one", async () => {
    const files = [...new Bun.Glob("{web,worker,db,dev}/**/*.{ts,tsx}").scanSync(ROOT)].filter(
      (file) => !/\.test\.tsx?$|\/(?:test|journeys|migrations)\//.test(file),
    );
    const compared = new RegExp(`(?:[=!]==? |case |WHEN )["'](?:${LANGUAGES.join("|")})["']`);
    const found = await Promise.all(files.map(async (file) => (compared.test(await sourceOf(file)) ? [file] : [])));
    expect(found.flat()).toEqual([]);
  });
});

/**
 * Exports of text modules that a source reads other than by a name after a dot. Which of their texts are read cannot be seen,
 * but most have a computed key, and their type asks for exactly the keys that it can have.
 */
const READ_WHOLE: Readonly<Record<string, string>> = {
  "web/admin/admin-log-in-text.ts: ADMIN_LOG_IN_TEXT": "labels of the log-in form, whose type names them",
  "web/admin/core/detail-text.ts: DETAIL_WORDS": "by the name of a detail that the audit log has",
  "web/admin/core/status-text.ts: DEPOSIT_STATUS": "by a status",
  "web/admin/core/status-text.ts: IDENTITY_REASON": "by a reason",
  "web/admin/core/status-text.ts: WITHDRAWAL_STATUS": "by a status",
  "web/admin/ledger/bank-term-text.ts: BANK_TERM_TEXT": "by a part of the difference between the bank and client money",
  "web/chart/indicators/indicator-about-text.ts: INDICATOR_ABOUT": "by an indicator",
  "web/chart/indicators/indicator-text.ts: indicatorText": "by an indicator",
  "web/dashboard/first-steps-text.ts: firstStepsText": "by a step",
  "web/demo/receipt-text.ts: STEP_NAMES": "by a step of the proof",
  "web/demo/receipt-text.ts: receiptText": "by a side",
  "web/insights/question-text.ts: QUESTION_TEXT": "by a question of the catalogue",
  "web/landing/pages-text.ts: contactPage": "a page, whose paragraphs are all shown",
  "web/landing/pages-text.ts: pricesProofPage": "a page, whose paragraphs are all shown",
  "web/landing/pages-text.ts: privacyPage": "a page, whose paragraphs are all shown",
  "web/landing/pages-text.ts: supportPage": "a page, whose paragraphs are all shown",
  "web/landing/pages-text.ts: termsPage": "a page, whose paragraphs are all shown",
  "web/landing/script/figures-text.ts: LANDING_FIGURES": "a list, whose items are all shown",
  "web/landing/script/trading-text.ts: ORDER_WAITS": "by the code of a refusal",
  "web/landing/script/trading-text.ts: tradingText": "by the name of a field",
  "web/positions/dock-text.ts: ORDER_TYPE_WORDS": "by a type of order",
  "web/positions/dock-text.ts: RULE_WORDS": "by the rule of a fill",
  "web/service-worker/push-text.ts: pushText": "by the language of a push",
  "web/shell/shortcut-text.ts: SHORTCUT_WORDS": "by a shortcut",
  "web/ticket/order-text.ts: orderText": "by an exit of an order",
  "worker/admin/questions/template-text.ts: QUESTION_TEMPLATE_TEXT": "by a template",
  "worker/contract/alert-notice-text.ts: ALERT_NOTICE_TEXT": "by the kind of a condition and its direction",
  "worker/contract/card-fault-text.ts: CARD_FAULT_TEXT": "by a fault of what is typed from a card",
  "worker/contract/demo/demo-text.ts: DEMO_TEXT": "by a refusal of the engine, in one language or in both",
  "worker/contract/field-labels.ts: FIELD_LABELS": "by the name of a field",
  "worker/contract/image-kind-text.ts: IMAGE_KIND_TEXT": "by what is wrong with an image",
  "worker/contract/incident-text.ts: INCIDENT_TEXT": "by the kind of an incident",
  "worker/contract/optional-mails-text.ts: OPTIONAL_MAILS": "a list in the settings",
  "worker/images/image-fault-text.ts: IMAGE_FAULT_TEXT": "by what is wrong with an image",
  "worker/notifications/channel-words-text.ts: CHANNEL_WORDS_TEXT": "by an event, in the language of the account",
};

describe("texts of modules", () => {
  test("are read by a source, as far as its code shows", async () => {
    const { unread, whole } = await findTextReads();
    expect(unread).toEqual([]);
    expect(whole).toEqual(Object.keys(READ_WHOLE));
  });
});
