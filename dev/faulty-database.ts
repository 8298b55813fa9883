import { sql } from "drizzle-orm";
import type { Database, Statement } from "../db/client.ts";

/**
 * The fault of a write. `abort` fails it in the middle of its batch, as a lost connection or a bug would. `lost`
 * commits it and loses the response, as when a process dies after the commit.
 */
export type WriteFault = "none" | "abort" | "lost";

/** The name of the error that an aborted batch fails with; see `guardNameOf`. */
export const INJECTED_FAILURE = "injected_failure";

/** The error of a write whose response was lost: the caller cannot know whether it was committed. */
export class LostReply extends Error {}

/**
 * A database whose next write has the given fault; later writes have none.
 *
 * @param at the statement of the batch before which the write fails, taken modulo the length of the batch
 * @throws LostReply from the write, for the fault `lost`
 */
export function faultyDatabase(db: Database, fault: WriteFault, at: number): Database {
  let next = fault;
  const write: Database["write"] = async (statements) => {
    const current = next;
    next = "none";
    if (current === "abort") await db.write(withFailure(db, statements, at));
    const results = await db.write(statements);
    if (current === "lost") throw new LostReply("the answer was lost");
    return results;
  };
  return { ...db, write };
}

function withFailure({ query }: Database, statements: readonly Statement[], at: number): Statement[] {
  const failure = query.run(sql`SELECT json_extract('{}', ${INJECTED_FAILURE})`);
  return statements.toSpliced(at % (statements.length + 1), 0, failure);
}
