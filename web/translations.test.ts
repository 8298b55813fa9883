import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { withKhmerBreaks } from "./khmer-breaks.ts";
import { literalsOf, literalsUnder } from "./test/literals.ts";
import { isTranslated, khmerOf, sourceOf, TEXT_MODULES, type TextLeaf, textsOf } from "./test/translations.ts";
import { UNTRANSLATED, WITH_TEXTS } from "./test/untranslated.ts";

/** The rules for translations that a machine can check. How to write one is in `docs/translation.md`. */

/** Words that stay in Latin letters: names, codes, units, keys. */
const LATIN = new Set(
  `Tonle Google Authenticator Aegis Bakong KHQR DEMO USD USDT KHR BTC BTCUSD BTCUSDm ETHUSDm XAUUSDm US500 ABA
  jpg P&L ID PIN API UTC GMT JSON CSV JPEG PNG WebP HTML KB MB KiB MiB GB ms px
  SHA RFC Merkle scrypt hash QR IP HTTP HTTPS Idempotency-Key Excel MetaTrader Open XML Samsung Internet
  Enter Esc Ctrl Shift Tab Home End Delete Alt Cmd SMA EMA WMA VWAP RSI MACD ATR ADX Bollinger Supertrend Stochastic
  JavaScript SMS ZIP FAS S SHA-256 mailto Security NASDAQ Bitcoin Ethereum Gold
  id-card khqr-code tonle-recovery-codes.txt tonle tape minuteMs firstSeq lastSeq root previous
  Z W D R BB DI Fibonacci Heikin-Ashi S&P Mini K B M k h m s d TOTP support@tonle.example Chrome Safari Firefox Edge Android iOS Windows Linux`.split(
    /\s+/,
  ),
);

/** Phrases that stay in Latin letters: commands, words of MetaTrader, kinds of files, examples. */
const LATIN_PHRASES =
  /bun run [a-z]+ [a-z]+|Toolbox, History|Positions, Report|Etc\/GMT-3|D23456789AB|\.xlsx|UTF-\d+|“(?:buy|sell|Positions)”/g;
/** A letter alone is the name of a key. */
const KEY = /^[A-Z]$/;

/** Modules without an English one in which Khmer stands: the name of the language, months, and words that the breaks keep together. */
const WITH_KHMER = ["worker/contract/languages.ts", "worker/contract/khmer-months.ts", "web/khmer-breaks.ts"];

const KHMER = /[\u1780-\u17FF]/;
const KHMER_DIGIT = /[\u17E0-\u17E9]/;
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

const translated = (await Promise.all(TEXT_MODULES.map(async (path) => ({ path, is: await isTranslated(path) }))))
  .filter(({ is }) => is)
  .map(({ path }) => path);

describe("Khmer texts", () => {
  test("stand beside each English module, or the module is on the list of those that wait", () => {
    expect(UNTRANSLATED.filter((module) => !TEXT_MODULES.includes(module))).toEqual([]);
    expect(UNTRANSLATED.filter((module) => translated.includes(module))).toEqual([]);
    const unknown = TEXT_MODULES.filter((module) => !translated.includes(module) && !UNTRANSLATED.includes(module));
    expect(unknown).toEqual([]);
  });

  test.each(translated)("%s has the same texts in both languages, and they differ", async (module) => {
    const [english, khmer] = await Promise.all([textsOf(module), textsOf(khmerOf(module))]);
    const places = (texts: TextLeaf[]) => texts.map(({ place }) => place).sort();
    expect(places(khmer)).toEqual(places(english));

    const byPlace = new Map(english.map(({ place, text }) => [place, text]));
    const faults = khmer.flatMap(({ place, text }) => {
      const source = byPlace.get(place);
      if (typeof text === "function" && typeof source === "function") {
        return text.length === source.length ? [] : [`${place} takes ${text.length} values, not ${source.length}`];
      }
      if (typeof text !== "string") return Object.is(text, source) ? [] : [`${place} is another value`];
      if (text.trim() === "" && source !== text) return [`${place} is empty`];
      return latinWords(text).map((word) => `${place} has “${word}”`);
    });
    expect(faults).toEqual([]);
  });

  test.each(translated)("%s has Khmer alone, with Latin digits", async (module) => {
    const transpiler = new Bun.Transpiler({ loader: "ts" });
    const literals = literalsOf(transpiler.transformSync(await sourceOf(khmerOf(module))));
    const shown = literals.filter((literal) => KHMER.test(literal) || isShown(literal));
    expect(shown.filter((literal) => latinWords(literal).length > 0 && !literal.startsWith("."))).toEqual([]);
    expect(literals.filter((literal) => KHMER_DIGIT.test(literal))).toEqual([]);
    expect(literals.filter((literal) => literal.includes("\u200B"))).toEqual([]);
  });

  test("have an English module: no other file has texts, but for those on the list", async () => {
    const literals = await literalsUnder(join(import.meta.dir, ".."));
    const isModule = (file: string) => TEXT_MODULES.includes(file) || file.endsWith(".km.ts");
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
    expect([...found].filter((file) => !NO_TEXTS.includes(file)).sort()).toEqual([...WITH_TEXTS]);
  });

  test("stand in Khmer modules alone", async () => {
    const literals = await literalsUnder(join(import.meta.dir, ".."));
    const elsewhere = literals.filter(({ file, text }) => KHMER.test(text) && !file.endsWith(".km.ts"));
    expect([...new Set(elsewhere.map(({ file }) => file))].filter((file) => !WITH_KHMER.includes(file))).toEqual([]);
  });
});

describe("line breaks in Khmer", () => {
  test("are allowed between words, and nowhere else", () => {
    expect(withKhmerBreaks("ប្រវត្តិជួញដូររបស់អ្នក")).toBe("ប្រវត្តិ\u200Bជួញដូរ\u200Bរបស់\u200Bអ្នក");
    expect(withKhmerBreaks("Total 12 · KHQR")).toBe("Total 12 · KHQR");
    expect(withKhmerBreaks("ចាប់ពី $10 ៛។")).toBe("ចាប់ពី $10 ៛។");
  });

  test("are not allowed inside short compounds", () => {
    expect(withKhmerBreaks("ដាក់ប្រាក់ថ្ងៃនេះ")).toBe("ដាក់ប្រាក់\u200Bថ្ងៃនេះ");
  });
});
