import type { WireError } from "./hrana-protocol.ts";
import { tokenize } from "./sql-tokens.ts";

/** The failure of a statement or a request: reported within the results, and the stream stays open. */
export class SqlError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }

  /** The error as clients receive it. */
  toWire(): WireError {
    return { message: this.message, code: this.code };
  }
}

/** A protocol violation by a client: the whole HTTP request gets status 400 and the stream is closed. */
export class ProtocolError extends Error {}

/** Hrana names errors by SQLite's primary code; SQLITE_ERROR (1) is named SQLITE_UNKNOWN. */
const PRIMARY_CODE: Record<number, string> = {
  2: "SQLITE_INTERNAL",
  3: "SQLITE_PERM",
  4: "SQLITE_ABORT",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  7: "SQLITE_NOMEM",
  8: "SQLITE_READONLY",
  9: "SQLITE_INTERRUPT",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  12: "SQLITE_NOTFOUND",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  15: "SQLITE_PROTOCOL",
  17: "SQLITE_SCHEMA",
  18: "SQLITE_TOOBIG",
  19: "SQLITE_CONSTRAINT",
  20: "SQLITE_MISMATCH",
  21: "SQLITE_MISUSE",
  22: "SQLITE_NOLFS",
  23: "SQLITE_AUTH",
  25: "SQLITE_RANGE",
  26: "SQLITE_NOTADB",
};

/**
 * Converts an engine error during a statement's run to the server's code and message; returns other errors unchanged.
 */
export function runError(error: unknown): unknown {
  if (!isEngineError(error)) return error;
  // The low byte of an extended code (275, SQLITE_CONSTRAINT_CHECK) is the primary one (19).
  return new SqlError(PRIMARY_CODE[error.rawCode & 0xff] ?? "SQLITE_UNKNOWN", `SQLite error: ${error.message}`);
}

/** Converts an engine error during preparation: the server has separate codes for syntax errors and unknown names. */
export function prepareError(error: unknown, sql: string): unknown {
  if (!isEngineError(error)) return error;
  if (/syntax error$|^incomplete input|^unrecognized token/.test(error.message)) {
    return new SqlError("SQL_PARSE_ERROR", `SQL string could not be parsed: ${error.message}`);
  }
  const unknownName = /^(?:no such column|no such function|ambiguous column name): (.+)$/.exec(error.message)?.[1];
  const token = unknownName && tokenize(sql).find(({ text }) => text === unknownName.split(".")[0]);
  if (token) {
    const offsetBytes = Buffer.byteLength(sql.slice(0, token.start));
    return new SqlError("SQL_INPUT_ERROR", `SQL input error: ${error.message} (at offset ${offsetBytes})`);
  }
  return runError(error);
}

function isEngineError(error: unknown): error is Error & { rawCode: number } {
  return error instanceof Error && "rawCode" in error && typeof error.rawCode === "number";
}
