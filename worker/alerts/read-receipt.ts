import type { AlertReceipt } from "../contract/alerts/price-alerts.ts";
import { logFault } from "../platform/log.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { tapeReader } from "../prices/tape-reader.ts";
import { proofsOfFiring } from "./alert-proofs.ts";
import { noSuchAlert } from "./alert-rules.ts";
import { selectFiring } from "./alert-store.ts";
import { firedTerms, firingView } from "./alert-view.ts";
import { alertIdIn } from "./change-alerts.ts";

/**
 * A firing of the caller's with the proofs of its quotes, which are made of the tape at each reading: the tape is kept longer than firings.
 * @throws AppError `not_signed_in` | `not_found`
 */
export async function readReceipt(scope: Scope, idText: string): Promise<AlertReceipt> {
  const id = alertIdIn(idText);
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectFiring(scope.db.query, callerId, id)]);
  const [row] = rows[0];
  if (!row) throw noSuchAlert();
  const firing = firingView(row);
  // What cannot be read now is read another time.
  const proofs = await proofsOfFiring(firing, tapeReader(scope.bindings), scope.now()).catch(logFault);
  const told = { firing, terms: firedTerms(row) };
  return proofs === "lost" ? { ...told, proofs: null, isLost: true } : { ...told, proofs: proofs ?? null };
}
