import { AppError } from "../../contract/errors.ts";
import { audit } from "../../platform/audit-log-store.ts";
import { digestOf } from "../../platform/digest-of-bytes.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { mustBeUnchanged } from "../commands/run-admin-command.ts";
import { nameOfItem } from "./complete-items.ts";
import { existingBatch } from "./import-result.ts";
import { fileName } from "./make-batch.ts";
import { type ItemRow, selectBatch, selectItems } from "./payout-admin-store.ts";
import { PAYOUT_TEXT } from "./payout-answers.ts";
import { isWhole } from "./payout-batch-store.ts";
import { payoutFile } from "./payout-file.ts";
import { payoutProfileOf } from "./payout-profile.ts";
import { batchName } from "./payout-view.ts";

/**
 * The bank's file of a batch, as it was when the batch was made: the same bytes each time. Once a payment has left the batch there is none: the
 * bank would pay what another batch may pay too. Each download is in the audit log, as it has accounts and names.
 * @throws AppError `not_found` | `wrong_state` when a payment has left it, or its profile says it in another way today | `step_up_required`
 */
export async function takeFile(scope: Scope, id: string): Promise<{ name: string; bytes: Uint8Array }> {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectBatch(query, callerId, id),
    selectItems(query, callerId, id),
  ]);
  const batch = existingBatch(rows[0][0]);
  assertWhole(rows[1]);
  const profile = payoutProfileOf(batch.profile);
  const { madeAtMs, fileDigest } = batch;
  const timeZone = scope.settings.OPERATION_TIME_ZONE;
  const bytes = profile && payoutFile(profile, rows[1], { madeAtMs, timeZone });
  if (!bytes || digestOf(bytes) !== fileDigest) throw new AppError("wrong_state", PAYOUT_TEXT.profileGone);
  const name = batchName(batch.number);
  await authorizedBatch(scope, "act", (callerId) => [
    mustBeUnchanged(query, isWhole(id)),
    audit(
      query,
      {
        actor: callerId,
        action: "payout.file_taken",
        subject: `payout:${id}`,
        detail: { batch: name, digest: fileDigest },
      },
      scope.now(),
    ),
  ]);
  return { name: fileName(name, batch.profile), bytes };
}

/** @throws AppError `wrong_state` naming a payment that has left the batch */
function assertWhole(items: readonly ItemRow[]): void {
  const gone = items.find(({ takenBackAtMs }) => takenBackAtMs !== null);
  if (gone) throw new AppError("wrong_state", PAYOUT_TEXT.leftBatch(nameOfItem(gone)));
}
