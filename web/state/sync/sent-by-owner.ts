import { ACTING_USER_HEADER } from "../../../worker/contract/acting-user.ts";
import { ownerId } from "../owner.ts";

/**
 * The options of a request with what its person has changed: the API refuses it where the cookie is somebody else's by now, and it is kept alive,
 * because the page may be left right after a change.
 */
export function sentByOwner() {
  return { headers: { [ACTING_USER_HEADER]: ownerId() ?? "" }, init: { keepalive: true } };
}
