import { sql } from "drizzle-orm";
import type { Database, Statement } from "../db/client.ts";

/**
 * What happens to a write: `abort` fails it in the middle, as a lost connection or a bug would; with `lost` it is
 * committed and the answer never comes, as when a process dies at the wrong moment.
 */
export type WriteFault = "none" | "abort" | "lost";

/** The name of the error that an aborted batch fails with; see `guardNameOf`. */
export const INJECTED_FAILURE = "injected_failure";

/** What a caller sees of a write whose answer was lost: nothing says whether it stands. */
export class LostReply extends Error {}

/** A database whose next write has a fault, once. @param at says where in the batch it fails, any whole number */
export function faultyDatabase(db: Database, fault: WriteFault, at: number): Database {
  let next = fault;
  const write: Database["write"] = async (statements) => {
    const now = next;
    next = "none";
    if (now === "abort") await db.write(withFailure(db, statements, at));
    const results = await db.write(statements);
    if (now === "lost") throw new LostReply("the answer was lost");
    return results;
  };
  return { ...db, write };
}

function withFailure({ query }: Database, statements: readonly Statement[], at: number): Statement[] {
  const failure = query.run(sql`SELECT json_extract('{}', ${INJECTED_FAILURE})`);
  return statements.toSpliced(at % (statements.length + 1), 0, failure);
}
