import { type Bindings, readSettings } from "../platform/env.ts";
import { logRequest } from "../platform/log.ts";
import { clientAddress } from "../platform/request/client-address.ts";
import { isWithinFloodLimit } from "../platform/request/flood-limit.ts";
import { hubName } from "./hub-shards.ts";
import { symbolsOfSocket } from "./socket-address.ts";

const SOCKET_PATH = "/api/market/socket";

const SWITCHING_PROTOCOLS = 101;
const TOO_MANY_REQUESTS = 429;

/**
 * Opens a price socket without the API's middleware, which is most of what a handshake costs here: after a restart
 * thousands of clients come back at once.
 *
 * @param answerCall the API's own answer, for a request that is refused or fails here: it says why
 */
export async function openSocket(
  request: Request,
  env: Bindings,
  answerCall: () => Response | Promise<Response>,
): Promise<Response> {
  const opened = await openAcceptable(request, env).catch(() => null);
  return opened ?? answerCall();
}

/** Checks what the middleware and the route check of a handshake. @returns null for one that may not be accepted */
async function openAcceptable(request: Request, env: Bindings): Promise<Response | null> {
  const startedAt = performance.now();
  if (!isOurHandshake(request, readSettings(env).APP_ORIGIN)) return null;
  const address = clientAddress(request.headers);
  if (!(await isWithinFloodLimit({ address, bindings: env, now: Date.now }))) return null;
  const answer = await connectToHub(request, { address, bindings: env });
  if (answer?.status !== SWITCHING_PROTOCOLS) return null;
  logRequest({
    requestId: crypto.randomUUID(),
    method: request.method,
    route: SOCKET_PATH,
    status: answer.status,
    ms: Math.round(performance.now() - startedAt),
    dbTrips: 0,
    dbMs: 0,
  });
  return answer;
}

/**
 * Passes a handshake on to its hub, unless the address opens too many sockets or has as many as it may have there.
 * @returns null when it has too many
 */
export async function connectToHub(
  request: Request,
  { address, bindings }: { address: string; bindings: Bindings },
): Promise<Response | null> {
  const { success } = await bindings.SOCKETS_BY_ADDRESS.limit({ key: address });
  if (!success) return null;
  // The key is random for every connection, so clients behind one address are spread over the hubs too.
  const hub = bindings.PRICE_HUB.getByName(hubName(request.headers.get("Sec-WebSocket-Key") ?? ""));
  const answer = await hub.fetch(request);
  return answer.status === TOO_MANY_REQUESTS ? null : answer;
}

/** A handshake of our own pages, or of no page, with known symbols. */
function isOurHandshake({ method, url, headers }: Request, appOrigin: string): boolean {
  if (method !== "GET" || headers.get("Upgrade")?.toLowerCase() !== "websocket") return false;
  const origin = headers.get("Origin");
  if (origin !== null && origin !== appOrigin) return false;
  return symbolsOfSocket(url) !== null;
}
