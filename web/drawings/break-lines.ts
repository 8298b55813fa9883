const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });
const CHARACTERS = new Intl.Segmenter();

/**
 * Breaks a text into lines that are not wider than a width: between words, which not every language sets apart by spaces,
 * and within a word only where that alone is wider.
 * @param widthPx CSS px
 * @param widthOf how wide a text is drawn, CSS px
 * @returns at least one line; a character that is wider than the width has a line of its own
 */
export function wrapText(text: string, widthPx: number, widthOf: (text: string) => number): string[] {
  const fits = (line: string) => widthOf(line.trimEnd()) <= widthPx;
  if (fits(text)) return [text];
  const lines: string[] = [];
  let line = "";
  for (const { segment: word } of WORDS.segment(text)) {
    const pieces = fits(word) ? [word] : Array.from(CHARACTERS.segment(word), ({ segment }) => segment);
    for (const piece of pieces) {
      const isFull = line !== "" && !fits(line + piece);
      if (isFull) lines.push(line.trimEnd());
      line = isFull || line === "" ? piece.trimStart() : line + piece;
    }
  }
  return line === "" ? lines : [...lines, line.trimEnd()];
}
