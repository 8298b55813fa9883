import { placesOf, searchWords } from "../ui/find-words.ts";

/** The parts of a text that were matched, as pairs of start and end, in order and without overlap. */
export type Marks = readonly (readonly [start: number, end: number])[];

/** How something fits a search: the smaller the rank, the better. */
export type Match = { rank: number; title: Marks; note: Marks };

type Searched = {
  title: string;
  note?: string | undefined;
  /** Other words that it is found by, which are not shown. */
  alias?: string | undefined;
};

/**
 * Matches a search: each of its words is contained in the title, in the note or in the alias, in any case. The beginning of
 * the title ranks before the beginning of a word, that before the middle of one, and the title before all else.
 * @returns null where a word is in none of them; everything matches an empty search
 */
export function findMatch(search: string, { title, note = "", alias = "" }: Searched): Match | null {
  const words = searchWords(search);
  const marks = { title: [] as Marks[number][], note: [] as Marks[number][] };
  let rank = 0;
  for (const word of words) {
    const inTitle = placeOf(word, title);
    const inNote = placeOf(word, note);
    if (inTitle) marks.title.push(inTitle);
    else if (inNote) marks.note.push(inNote);
    else if (placesOf(word, alias).length === 0) return null;
    rank += inTitle ? rankOfPlace(title, inTitle[0]) : inNote ? 3 : 4;
  }
  return { rank, title: joined(marks.title), note: joined(marks.note) };
}

/** The place of a word in a text: preferably where a word of the text begins. */
function placeOf(word: string, text: string): Marks[number] | null {
  const places = placesOf(word, text);
  return places.find(([start]) => rankOfPlace(text, start) < 2) ?? places[0] ?? null;
}

/** 0 for the beginning of a text, 1 for that of a word, 2 for the middle of one, which a joined compound of Khmer is too. */
function rankOfPlace(text: string, at: number): number {
  if (at === 0) return 0;
  return /[\p{L}\p{M}\p{N}\u2060]/u.test(text[at - 1] ?? "") ? 2 : 1;
}

function joined(marks: Marks): Marks {
  const result: [number, number][] = [];
  for (const [start, end] of marks.toSorted(([one], [other]) => one - other)) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}
