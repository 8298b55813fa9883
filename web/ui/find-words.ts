/**
 * What the Khmer build puts between words and inside compounds, and a Khmer keyboard's space bar types: a search ignores it
 * on both sides.
 */
const UNSEEN = /[\u200B\u2060]/g;

/** The words of a search, in lower case. */
export function searchWords(typed: string): string[] {
  return typed.replaceAll(UNSEEN, "").toLowerCase().split(/\s+/).filter(Boolean);
}

/**
 * The places of a word of a search in a text, in any case.
 * @returns start and end of each in the text as it is
 */
export function placesOf(word: string, text: string): (readonly [start: number, end: number])[] {
  const seen = [...text.matchAll(/[^\u200B\u2060]/g)];
  const letters = seen
    .map(([letter]) => letter)
    .join("")
    .toLowerCase();
  const places: [number, number][] = [];
  for (let at = letters.indexOf(word); at !== -1; at = letters.indexOf(word, at + 1)) {
    const [first, last] = [seen[at], seen[at + word.length - 1]];
    if (first && last) places.push([first.index, last.index + 1]);
  }
  return places;
}
