/** Shows where a line may break: Khmer is written without spaces between words. */
const BREAK = "\u200B";

/** A run of Khmer letters with their signs, without digits and punctuation. */
const RUN = /[\u1780-\u17D3\u17DC\u17DD]{2,}/g;

/**
 * Words that the dictionary takes apart and a reader takes as one: the terms of `docs/khmer-terms.md`. No line breaks
 * inside them.
 */
const COMPOUNDS = ["ដាក់ប្រាក់", "ដកប្រាក់", "លេខកូដ", "ពេលវេលា", "ឥឡូវនេះ", "ថ្ងៃនេះ", "ទីនេះ", "ក្លែងធ្វើ", "ចូលគណនី", "ទីផ្សារ"];
const COMPOUND = new RegExp(COMPOUNDS.join("|"), "g");

const words = new Intl.Segmenter("km", { granularity: "word" });

/**
 * Puts a zero-width space at the word boundaries of the Khmer in a text, and leaves everything else. Browsers without a
 * Khmer dictionary break lines there too.
 */
export function withKhmerBreaks(text: string): string {
  return text.replaceAll(RUN, (run) => {
    const inside = new Set<number>();
    for (const { 0: compound, index } of run.matchAll(COMPOUND)) {
      for (let at = index + 1; at < index + compound.length; at += 1) inside.add(at);
    }
    let broken = "";
    for (const { segment, index } of words.segment(run)) {
      broken += index === 0 || inside.has(index) ? segment : BREAK + segment;
    }
    return broken;
  });
}
