import { AppError } from "../contract/errors.ts";
import { selectStanding } from "../platform/account-access-store.ts";
import { DEMO_TEXT, ERROR_TEXT, INPUT_TEXT } from "../platform/api-text.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";

const TOO_MANY_REQUESTS = 429;

/**
 * Opens the private socket of the caller's demo account. The object checks the session again once it has the socket, and
 * closes it when the session ends.
 * @throws AppError `upgrade_required` | `cross_origin` | `not_signed_in` | `account_frozen` | `too_many_requests`
 */
export async function openDemoSocket(scope: Scope, headers: Headers): Promise<Response> {
  const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectStanding(scope.db.query, callerId),
  ]);
  if (rows[0][0]?.frozenAtMs != null) throw new AppError("account_frozen", DEMO_TEXT.frozen);
  if (headers.get("Upgrade")?.toLowerCase() !== "websocket") {
    throw new AppError("upgrade_required", INPUT_TEXT.notWebSocket);
  }
  // A browser always says whose page opens a socket.
  const origin = headers.get("Origin");
  if (origin !== null && origin !== scope.settings.APP_ORIGIN) {
    throw new AppError("cross_origin", ERROR_TEXT.cross_origin);
  }
  // Nothing of the client's request is passed on: the object trusts what this address says.
  const { userId: owner, sessionId: session } = caller;
  const address = `https://demo-account/socket?${new URLSearchParams({ owner, session })}`;
  const account = scope.bindings.DEMO_ACCOUNT.getByName(owner);
  const answer = await account.fetch(address, { headers: { Upgrade: "websocket" } });
  if (answer.status === TOO_MANY_REQUESTS) throw new AppError("too_many_requests", ERROR_TEXT.too_many_requests);
  return answer;
}
