import type { Database } from "../../db/client.ts";
import { alertsOf, ownersArmedAfter, recordArmed, recordExpired, recordFirings } from "./alert-arming.ts";
import type { AlertRecords } from "./book/book-alert.ts";

/** The alerts of a database, for the trigger book. */
export function alertRecords(db: Database): AlertRecords {
  return {
    alertsOf: (owner) => alertsOf(db, owner),
    ownersArmedAfter: (seq, after) => ownersArmedAfter(db, seq, after),
    recordArmed: (owner, armed) => recordArmed(db, owner, armed),
    recordFirings: (firings) => recordFirings(db, firings),
    recordExpired: (expired) => recordExpired(db, expired),
  };
}
