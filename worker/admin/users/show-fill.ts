import type { DemoReceiptRecord } from "../../contract/demo/demo-messages.ts";
import { AppError } from "../../contract/errors.ts";
import { demoAccountOf } from "../../demo/tell-demo-account.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { readPerson } from "../../platform/read-person.ts";
import type { Scope } from "../../platform/scope.ts";
import { idForCaller } from "../lists/person-sql.ts";
import { selectAdminUser } from "./user-admin-store.ts";

const FILL_NUMBER = /^[1-9]\d{0,14}$/;

/**
 * The receipt of a fill in a user's demo account, as its owner sees it. The user is looked up first: an account object
 * would be made for any name. The audit log says who looked.
 * @throws AppError `not_found`
 */
export async function showFill(scope: Scope, userId: string, fillId: string): Promise<DemoReceiptRecord> {
  const { rows } = await readPerson(
    scope,
    () => userId,
    (callerId) => [selectAdminUser(scope.db.query, callerId, idForCaller(callerId, userId))],
  );
  const isFound = rows[0].length > 0 && FILL_NUMBER.test(fillId);
  const receipt = isFound ? await demoAccountOf(scope, userId).receipt(Number(fillId)) : null;
  if (!receipt) throw new AppError("not_found", ERROR_TEXT.not_found);
  return receipt;
}
