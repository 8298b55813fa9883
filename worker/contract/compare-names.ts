/**
 * The script that a name is written in. `other`: letters of another script, of several (a Cyrillic letter looks like a Latin one),
 * or none at all.
 */
export type NameScript = "latin" | "khmer" | "other";

/** A word of a name as it is written. @property isSame whether the other name has it too */
export type NameWord = { text: string; isSame: boolean };

/**
 * Two names of one person, or of two, compared as far as a machine may.
 *
 * - `same`: the same words in any order.
 * - `differs`: at least one word of either is not in the other.
 * - `not_compared`: the names are in two scripts, or in one that is not compared. A name has several spellings in another
 *   script, so a person decides, who sees both.
 */
export type NameComparison = {
  verdict: "same" | "differs" | "not_compared";
  left: readonly NameWord[];
  right: readonly NameWord[];
  /** How many words both have, of how many of the longer name; null where nothing was compared. */
  words: { same: number; all: number } | null;
};

/** Letters that have no decomposition, as banks write them in capitals without accents. */
const UNDECOMPOSED: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["đ", "d"],
  ["ð", "d"],
  ["ł", "l"],
  ["ı", "i"],
  ["þ", "th"],
]);

/** Invisible marks inside of words: the spaces of Khmer keyboards, and joiners. */
const INVISIBLE = /[\u200B-\u200D\u2060\uFEFF\u00AD]/g;
/** Apostrophes stand inside of a word: O'Neil and ONEIL are one. Banks have no other way to write them. */
const APOSTROPHES = /['’‘ʼ`´]/g;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}'’‘ʼ`´]+/u;

/** The script of a name's letters and of the marks on them. */
export function scriptOf(name: string): NameScript {
  const letters = [...name.replace(INVISIBLE, "").normalize("NFKD")].filter((char) => /[\p{L}\p{M}]/u.test(char));
  if (!letters.some((char) => /\p{L}/u.test(char))) return "other";
  if (letters.every((char) => /\p{Script=Khmer}/u.test(char))) return "khmer";
  return letters.every((char) => /[\p{Script=Latin}\p{Script=Inherited}]/u.test(char)) ? "latin" : "other";
}

/**
 * Compares two names. Case, accents, punctuation and the order of words are ignored; of Khmer also invisible spaces, and spaces
 * at all, since Khmer is written with and without them. A name in one script is never compared with one in another.
 */
export function compareNames(left: string, right: string): NameComparison {
  const script = scriptOf(left);
  const [leftWords, rightWords] = [wordsOf(left), wordsOf(right)];
  if (script === "other" || script !== scriptOf(right)) {
    const plain = (words: readonly string[]) => words.map((text) => ({ text, isSame: true }));
    return { verdict: "not_compared", left: plain(leftWords), right: plain(rightWords), words: null };
  }
  const [leftKeys, rightKeys] = [leftWords.map(foldWord), rightWords.map(foldWord)];
  const all = Math.max(leftKeys.length, rightKeys.length);
  if (script === "khmer" && leftKeys.join("") === rightKeys.join("")) {
    const same = (words: readonly string[]) => words.map((text) => ({ text, isSame: true }));
    return { verdict: "same", left: same(leftWords), right: same(rightWords), words: { same: all, all } };
  }
  const marked = { left: marks(leftWords, leftKeys, rightKeys), right: marks(rightWords, rightKeys, leftKeys) };
  const same = marked.left.filter(({ isSame }) => isSame).length;
  return { verdict: same === all ? "same" : "differs", ...marked, words: { same, all } };
}

/** Whether two texts are one name: the same words, each in the script of the other. */
export function isSameName(left: string, right: string): boolean {
  return compareNames(left, right).verdict === "same";
}

function wordsOf(name: string): string[] {
  return name
    .normalize("NFC")
    .replace(INVISIBLE, "")
    .split(BETWEEN_WORDS)
    .filter((word) => foldWord(word) !== "");
}

/** A word in the form in which it is compared. Of Khmer words nothing is left out: their marks are vowels. */
function foldWord(word: string): string {
  const plain = word.replace(APOSTROPHES, "");
  if (scriptOf(plain) === "khmer") return plain.normalize("NFC");
  const letters = plain.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  return [...letters].map((letter) => UNDECOMPOSED.get(letter) ?? letter).join("");
}

/** Each word with whether the other name has it; a word that stands twice must stand there twice. */
function marks(words: readonly string[], keys: readonly string[], others: readonly string[]): NameWord[] {
  const left = [...others];
  return words.map((text, index) => {
    const at = left.indexOf(keys[index] ?? "");
    if (at >= 0) left.splice(at, 1);
    return { text, isSame: at >= 0 };
  });
}
