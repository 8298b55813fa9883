/** Who may call a route, and what it may cost. The table of all routes is `worker/access.ts`. */
export type Access = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  /**
   * `pending`: whoever holds the cookie of an unverified sign-up. `second_step`: whoever holds that of a log-in whose first
   * step was right. `admin`: an admin session with its second factor.
   */
  who: "public" | "pending" | "second_step" | "signed_in" | "admin";
  /** Also takes the short-lived bearer token. */
  bearer?: true;
  /**
   * Wants a proof of the last quarter of an hour: an admin's act on money the second factor, a trader's call the password.
   */
  stepUp?: true;
  /** Reads as many rows as a person has, so that fewer of it are answered in a minute than of other reads. */
  isHeavy?: true;
  /** Takes images or many rows: the session is looked up before the body is read, in a round trip of its own. */
  sessionFirst?: true;
  /** What an operator's pause stops it, besides the pause of everything that writes. */
  pausedWith?: "deposits" | "withdrawals";
  /** Round trips to the database at most, as a test asserts. */
  tripsMax: 0 | 1 | 2 | 3;
};

/**
 * Prepares the look-up of a path in a table of routes.
 * @returns a function that gives the rows whose path fits, whatever their method: none is a 404, none of this method a 405
 */
export function pathMatcher(table: readonly Access[]): (path: string) => readonly Access[] {
  const patterns = table.map((row) => ({ row, pattern: row.path.split("/") }));
  return (path) => {
    const parts = path.split("/");
    const fits = (part: string, i: number) => (part.startsWith(":") ? parts[i] !== "" : part === parts[i]);
    return patterns
      .filter(({ pattern }) => pattern.length === parts.length && pattern.every(fits))
      .map(({ row }) => row);
  };
}
