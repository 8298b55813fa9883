/** Shows where a line may break: Khmer is written without spaces between words. */
const BREAK = "\u200B";
/** Takes no room and allows no break (U+2060, word joiner): browsers break by dictionaries of their own, too. */
const JOIN = "\u2060";

/** A run of Khmer letters with their signs, without digits and punctuation. */
const RUN = /[\u1780-\u17D3\u17DC\u17DD]{2,}/g;
/** Subscripts the letter after it. */
const COENG = "\u17D2";
/** A vowel sign or another mark on the letter before it. */
const SIGN = "[\u17B4-\u17D3\u17DD]";

/**
 * Words that a reader takes as one and a dictionary does not, the build's or a browser's, with `|` where it takes them apart:
 * the terms of `docs/translation.md` foremost. A line may break before and after them, and not inside. Those without `|` are
 * words that the segmenter joins with letters of the words beside them.
 */
export const COMPOUNDS: readonly string[] = [
  "ដាក់|ប្រាក់",
  "ដក|ប្រាក់",
  "លេខ|កូដ",
  "ពេល|វេលា",
  "ឥឡូវ|នេះ",
  "ថ្ងៃ|នេះ",
  "ទី|នេះ",
  "ក្លែង|ធ្វើ",
  "ចូល|គណនី",
  "ទី|ផ្សារ",
  "កាត់|ខាត",
  "ប្រាក់|ធានា",
  "តម្លៃ|ដេញ",
  "គម្លាត|តម្លៃ",
  "បណ្ណ|សារ",
  "ម៉ាស៊ីន|មេ",
  "គណនី",
  "ធនាគារ",
  "បដិសេធ",
  "ចាក|ចេញ",
  "សព្វ|ថ្ងៃ",
  "លំ|យោល",
  "មេ|ហ្គា|ភិច|សែល",
  "ភិច|សែល",
  "ព្រឹត្តិ|ការណ៍",
  "ក្រឡា",
  "វិនាទី",
  "ប៊ី|ត|ខ|ញ",
  "អេ|ធើ|រៀម",
  "នាទី",
  "បញ្ចូល",
  "ផ្ទៀង|ផ្ទាត់",
  "អត្ត|សញ្ញាណ",
  "សម|តុល្យ",
  "ពាក្យ|សម្ងាត់",
  "គ្រប់|គ្រង",
  "និមិត្ត|សញ្ញា",
  "កម្រៃ|ជើងសា",
  "លក្ខ|ខណ្ឌ",
  "មាត្រ|ដ្ឋាន",
  "សវន|កម្ម",
  "សេវា|កម្ម",
  "ស|កម្ម|ភាព",
  "សុពល|ភាព",
  "វឌ្ឍន|ភាព",
  "បច្ចុប្បន្ន|ភាព",
  "បណ្តោះ|អាសន្ន",
  "ស៊ើប|អង្កេត",
  "ទំនាក់|ទំនង",
  "របាយ|ការណ៍",
  "រយៈ|ពេល",
  "មូល|ហេតុ",
  "រង់|ចាំ",
  "ប្រែ|ប្រួល",
  "ផ្គូ|ផ្គង",
  "ក្រុម|ហ៊ុន",
  "អេ|ក្រង់",
  "អា|ទិត្យ",
  "កា|មេរ៉ា",
  "ឡា|តាំង",
  "ញឹក|ញាប់",
  "ចង|ក្រង",
  "អិច|ស្ប៉ូណង់ស្យែល",
];
/** Each compound with a word joiner where it would be taken apart. */
const JOINED = new Map(COMPOUNDS.map((parts) => [parts.replaceAll("|", ""), parts.replaceAll("|", JOIN)]));
const LONGEST_FIRST = [...JOINED.keys()].toSorted((one, other) => other.length - one.length);
/** With a sign behind it, or as a subscript, it is a part of another word. */
const COMPOUND = new RegExp(`(?<!${COENG})(${LONGEST_FIRST.join("|")})(?!${SIGN})`);

const words = new Intl.Segmenter("km", { granularity: "word" });

/**
 * Puts a zero-width space at the word boundaries of the Khmer in a text, and leaves everything else: browsers without a
 * Khmer dictionary break lines there too.
 */
export function withKhmerBreaks(text: string): string {
  return text.replaceAll(RUN, (run) =>
    run
      .split(COMPOUND)
      .flatMap((part) => JOINED.get(part) ?? wordsOf(part))
      .join(BREAK),
  );
}

/** The words of a text without compounds. In letters that make no word, the segmenter may part a coeng from what it subscripts. */
function wordsOf(text: string): string[] {
  const found: string[] = [];
  for (const { segment } of words.segment(text)) {
    found.push(found.at(-1)?.endsWith(COENG) ? found.pop() + segment : segment);
  }
  return found;
}
