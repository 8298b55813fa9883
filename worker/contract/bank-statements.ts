/** The largest file of a bank's statement, in bytes. */
export const STATEMENT_BYTES_MAX = 5 * 1024 * 1024;
