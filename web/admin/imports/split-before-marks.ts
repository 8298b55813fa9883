export type Piece = {
  text: string;
  /** Line number at which the piece starts, from 1. */
  line: number;
};

/** Longest possible mark: a mark may be split across two chunks. */
const MARK_MAX = 16;

/**
 * Cuts a streamed text before each mark, so that a long document can be parsed as many small ones. The text before the
 * first mark is the first piece and may be empty.
 * @param mark a global pattern
 */
export async function* splitBeforeMarks(text: AsyncIterable<string>, mark: RegExp): AsyncGenerator<Piece, void> {
  let rest = "";
  let line = 1;
  let isFirst = true;
  for await (const more of text) {
    const known = rest.length;
    rest += more;
    mark.lastIndex = isFirst ? Math.max(0, known - MARK_MAX) : Math.max(1, known - MARK_MAX);
    const pieces: string[] = [];
    let start = 0;
    for (const { index } of rest.matchAll(mark)) {
      pieces.push(rest.slice(start, index));
      start = index;
      isFirst = false;
    }
    rest = rest.slice(start);
    for (const piece of pieces) {
      yield { text: piece, line };
      line += countLineEnds(piece);
    }
  }
  yield { text: rest, line };
}

function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
