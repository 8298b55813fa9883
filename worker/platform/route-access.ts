/** Who may call a route, and what it may cost. The table of all routes is `worker/access.ts`. */
export type Access = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  /**
   * `pending`: a caller with the cookie of an unverified sign-up. `second_step`: a caller with the cookie of a log-in
   * whose first step succeeded. `admin`: an admin session with its second factor.
   */
  who: "public" | "pending" | "second_step" | "signed_in" | "admin";
  /** Also accepts the short-lived bearer token. */
  bearer?: true;
  /**
   * Requires a proof from the last 15 minutes: the second factor for an admin's action on money, the password for a
   * trader's call.
   */
  stepUp?: true;
  /** Reads all the rows of a user, so fewer of these requests are allowed per minute than of other reads. */
  isHeavy?: true;
  /** Takes images or many rows: the session is looked up before the body is read, in a round trip of its own. */
  sessionFirst?: true;
  /** The operator's pause that stops this route, besides the pause of all writes. */
  pausedWith?: "deposits" | "withdrawals";
  /** The maximum number of database round trips, asserted by a test. */
  tripsMax: 0 | 1 | 2 | 3;
};

/**
 * Prepares the look-up of a path in a table of routes.
 * @returns a function that returns the rows whose path matches, whatever their method: no row means 404, no row of the
 * method means 405
 */
export function pathMatcher(table: readonly Access[]): (path: string) => readonly Access[] {
  const patterns = table.map((row) => ({ row, pattern: row.path.split("/") }));
  return (path) => {
    const parts = path.split("/");
    const matches = (part: string, i: number) => (part.startsWith(":") ? parts[i] !== "" : part === parts[i]);
    return patterns
      .filter(({ pattern }) => pattern.length === parts.length && pattern.every(matches))
      .map(({ row }) => row);
  };
}
