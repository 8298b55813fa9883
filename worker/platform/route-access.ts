import type { AdminRoles } from "../contract/admin-roles.ts";

/** Who may call a route, and what it may cost. The table of all routes is `worker/access.ts`. */
export type Access = RouteFacts & (AdminRoute | OtherRoute);

/** An admin session with its second factor. @property roles the admin roles of which the caller must hold one */
type AdminRoute = { who: "admin"; roles: AdminRoles };

/**
 * `pending`: a caller with the cookie of an unverified sign-up. `verified`: the browser that has just verified an address. `second_step`: a
 * caller with the cookie of a log-in whose first step succeeded.
 */
type OtherRoute = { who: "public" | "pending" | "verified" | "second_step" | "signed_in"; roles?: undefined };

type RouteFacts = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  /** Pages and programs of any origin may send it: a signed text in its address is the proof, and no cookie counts. */
  anyOrigin?: true;
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
  tripsMax: 0 | 1 | 2 | 3 | 4;
};

/** The look-up of a request's row. */
export type AccessTable = {
  /** The row of a method and a path. */
  find: (method: string, path: string) => Access | undefined;
  /** The methods of a path: none means 404, others than the request's 405. */
  methodsOf: (path: string) => readonly string[];
};

/** Prepares the look-up in a table of routes: fixed paths by name, and only then the patterns one by one. */
export function accessTable(table: readonly Access[]): AccessTable {
  const isPattern = ({ path }: Access) => path.includes(":");
  const fixed = new Map(table.filter((row) => !isPattern(row)).map((row) => [`${row.method} ${row.path}`, row]));
  const patterns = table.filter(isPattern).map((row) => ({ row, pattern: row.path.split("/") }));
  const matching = (path: string) => {
    const parts = path.split("/");
    const matches = (part: string, i: number) => (part.startsWith(":") ? parts[i] !== "" : part === parts[i]);
    return patterns
      .filter(({ pattern }) => pattern.length === parts.length && pattern.every(matches))
      .map(({ row }) => row);
  };
  return {
    find: (method, path) => fixed.get(`${method} ${path}`) ?? matching(path).find((row) => row.method === method),
    methodsOf: (path) => [
      ...new Set([...table.filter((row) => row.path === path), ...matching(path)].map(({ method }) => method)),
    ],
  };
}
