/** An SQL token; white space and comments have none. */
export interface SqlToken {
  kind: "word" | "quoted" | "parameter" | "number" | "sign";
  text: string;
  /** Index of the first character in the SQL text. */
  start: number;
}

/** One statement of an SQL text, with its tokens. */
export interface SqlStatement {
  /** The statement without its final semicolon. */
  sql: string;
  tokens: SqlToken[];
}

// A doubled quote inside a string gives two adjacent string tokens, which no caller distinguishes from one.
const TOKEN =
  /(?<trivia>\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<quoted>'[^']*'?|"[^"]*"?|`[^`]*`?|\[[^\]]*\]?)|(?<parameter>\?\d*|[:@$][\w\u0080-\uffff]+)|(?<word>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)|(?<number>\d[\w.]*)|(?<sign>[\s\S])/y;

const KINDS = ["word", "quoted", "parameter", "number", "sign"] as const;

/** The tokens of an SQL text, in order. */
export function tokenize(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(sql); match; match = TOKEN.exec(sql)) {
    const kind = KINDS.find((name) => match?.groups?.[name] !== undefined);
    if (kind) tokens.push({ kind, text: match[0], start: match.index });
  }
  return tokens;
}

/** Splits SQL at its semicolons, except those inside the body of a trigger. Empty statements are dropped. */
export function splitStatements(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let tokens: SqlToken[] = [];
  const endAt = (index: number) => {
    const first = tokens[0];
    if (first) statements.push({ sql: sql.slice(first.start, index), tokens });
    tokens = [];
  };
  for (const token of tokenize(sql)) {
    if (token.text === ";" && !isInsideTrigger(tokens)) endAt(token.start);
    else tokens.push(token);
  }
  endAt(sql.length);
  return statements;
}

/** The upper-case word at `index`, or null when the token there is not a word. */
export function wordAt(tokens: SqlToken[], index: number): string | null {
  const token = tokens[index];
  return token?.kind === "word" ? token.text.toUpperCase() : null;
}

/** SQLite's own rule (sqlite3_complete): CREATE TRIGGER ends at `; END`. */
function isInsideTrigger(tokens: SqlToken[]): boolean {
  const createAt = tokens.findIndex((_, index) => !["EXPLAIN", "QUERY", "PLAN"].includes(wordAt(tokens, index) ?? ""));
  if (wordAt(tokens, createAt) !== "CREATE") return false;
  const next = wordAt(tokens, createAt + 1);
  const nounAt = next === "TEMP" || next === "TEMPORARY" ? createAt + 2 : createAt + 1;
  if (wordAt(tokens, nounAt) !== "TRIGGER") return false;
  return !(wordAt(tokens, tokens.length - 1) === "END" && tokens.at(-2)?.text === ";");
}
