/** Our own codes of records that have no number, as people read, say and search them: the beginning of their id. */

const PREFIX = { exception: "EX", act: "BA" } as const;
const ID_CHARACTERS = 8;
const TYPED = /^(ex|ba)[\s-]*([0-9a-f]{8})$/i;

/** The code of an exception or of an act on the books: `EX-1F3A77C0`. @param id a UUID */
export function recordCode(of: keyof typeof PREFIX, id: string): string {
  return `${PREFIX[of]}-${id.slice(0, ID_CHARACTERS).toUpperCase()}`;
}

/** Reads a typed code; null for any other text. @returns the beginning of the record's id */
export function readRecordCode(typed: string): { of: keyof typeof PREFIX; idStart: string } | null {
  const [, prefix, idStart] = TYPED.exec(typed.trim()) ?? [];
  if (!prefix || !idStart) return null;
  return { of: prefix.toLowerCase() === "ex" ? "exception" : "act", idStart: idStart.toLowerCase() };
}
