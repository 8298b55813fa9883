/** An error that the database answered with, or the lack of an answer that can be understood. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  /** The server's code, e.g. `SQLITE_CONSTRAINT`; `SERVER_ERROR` and `HRANA_PROTO_ERROR` when it sent none. */
  readonly code: string;
  /** The statement of the batch that failed, from 0; null when the batch failed as a whole. */
  readonly statementIndex: number | null;

  constructor(message: string, code: string, statementIndex: number | null = null) {
    super(`${code}: ${message}`);
    this.code = code;
    this.statementIndex = statementIndex;
  }
}
