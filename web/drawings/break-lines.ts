/** Made when the first text is broken: few charts have one, and a slow phone takes 80 ms to make one. */
let segmenters: { words: Intl.Segmenter; characters: Intl.Segmenter } | undefined;

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
  segmenters ??= { words: new Intl.Segmenter(undefined, { granularity: "word" }), characters: new Intl.Segmenter() };
  const { words, characters } = segmenters;
  const lines: string[] = [];
  let line = "";
  for (const { segment: word } of words.segment(text)) {
    const pieces = fits(word) ? [word] : Array.from(characters.segment(word), ({ segment }) => segment);
    for (const piece of pieces) {
      const isFull = line !== "" && !fits(line + piece);
      if (isFull) lines.push(line.trimEnd());
      line = isFull || line === "" ? piece.trimStart() : line + piece;
    }
  }
  return line === "" ? lines : [...lines, line.trimEnd()];
}
