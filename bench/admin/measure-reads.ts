import { ADMIN_READS, type AdminRead, type Samples } from "./admin-reads.ts";
import { explain, type Plan } from "./query-plan.ts";
import type { SentStatement } from "./recording-proxy.ts";

/** A call of the admin API. */
export type AdminCall = { path: string; name: string; url: string };

/** The measured cost of a call of the admin API. */
export type ReadCost = AdminCall & {
  /** Database round trips, as the Worker counts them; null for an export, which continues to read while it is sent. */
  trips: number | null;
  plans: readonly Plan[];
  /** Durations of the calls until the response is read; for an export, until its first rows arrive. */
  ms: number[];
  /** The error of the timed call that failed, after which it was not called again; null for none. */
  failed: string | null;
};

/** The address of a Worker and the session of an admin. */
export type AdminAccess = {
  origin: string;
  token: string;
  /** Resets the count of an admin's exports, which the product limits, and renews the second factor that they need. */
  resetExportLimit: () => Promise<void>;
};

const isFile = ({ path }: Pick<AdminCall, "path">) => path.endsWith("/export");
/** The first rows of an export are two thousand, so it is called less often. */
const FILE_CALLS_MAX = 10;

/**
 * Sends each call once and explains the statements that it causes.
 *
 * @param given.take returns the statements that the database has received since the last call of it
 * @param given.reads all without it
 */
export async function inspectReads(
  access: AdminAccess,
  given: { samples: Samples; file: string; take: () => SentStatement[]; reads?: readonly AdminRead[] },
): Promise<ReadCost[]> {
  const { samples, file, take, reads = ADMIN_READS } = given;
  const costs: ReadCost[] = [];
  const inspect = async (call: AdminCall) => {
    if (isFile(call)) await access.resetExportLimit();
    take();
    const { trips, nextCursor } = await send(access, call);
    costs.push({ ...call, trips, plans: explain(file, take()), ms: [], failed: null });
    return nextCursor;
  };
  for (const { path, calls } of reads) {
    for (const [name, rest] of Object.entries(calls)) {
      const url = urlOf(path, rest(samples));
      const nextCursor = await inspect({ path, name, url });
      if (nextCursor === null) continue;
      const separator = url.includes("?") ? "&" : "?";
      await inspect({
        path,
        name: `${name}, next page`,
        url: `${url}${separator}cursor=${encodeURIComponent(nextCursor)}`,
      });
    }
  }
  return costs;
}

/** Times each call, one after the other, without the proxy between Worker and database; one that fails does not keep the others from it. */
export async function timeReads(
  access: AdminAccess,
  costs: readonly ReadCost[],
  given: { calls: number },
): Promise<void> {
  const WARM_UP = 5;
  for (const cost of costs) {
    const calls = isFile(cost) ? Math.min(given.calls, FILE_CALLS_MAX) : given.calls;
    try {
      for (let i = -WARM_UP; i < calls; i++) {
        if (isFile(cost)) await access.resetExportLimit();
        const startedAt = performance.now();
        await send(access, cost);
        if (i >= 0) cost.ms.push(performance.now() - startedAt);
      }
    } catch (error) {
      cost.failed = String(error);
    }
  }
}

/** The URL of a call. @param rest the value of the path's parameter, if it has one, and the query */
function urlOf(path: string, rest: string): string {
  const at = rest.includes("?") ? rest.indexOf("?") : rest.length;
  return path.replace(/:\w+/, rest.slice(0, at)) + rest.slice(at);
}

async function send(
  { origin, token }: AdminAccess,
  { path, url }: AdminCall,
): Promise<{ trips: number | null; nextCursor: string | null }> {
  const session = { Cookie: `session=${token}` };
  const reply = await fetch(
    origin + url,
    isFile({ path })
      ? {
          method: "POST",
          headers: { ...session, "Content-Type": "application/json" },
          body: JSON.stringify({ reason: "measured" }),
        }
      : { headers: session },
  );
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  if (reply.headers.get("Content-Type")?.startsWith("text/csv")) {
    const file = reply.body?.getReader();
    await file?.read();
    await file?.cancel();
    return { trips: null, nextCursor: null };
  }
  const trips = Number(/db;dur=[\d.]+;desc="(\d+)"/.exec(reply.headers.get("Server-Timing") ?? "")?.[1]);
  // Only lists have a next cursor.
  const { nextCursor = null } = (await reply.json()) as { nextCursor?: string | null };
  return { trips, nextCursor };
}
