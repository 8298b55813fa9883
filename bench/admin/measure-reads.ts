import { ADMIN_READS, type Samples } from "./admin-reads.ts";
import { explain, type Plan } from "./query-plan.ts";
import type { SentStatement } from "./recording-proxy.ts";

/** A call of the desk, as it can be sent. */
export type AdminCall = { path: string; name: string; url: string };

/** What a call of the desk comes to. */
export type ReadCost = AdminCall & {
  /** Round trips to the database, as the Worker counts them; null for a file, which is read on while it is sent. */
  trips: number | null;
  plans: readonly Plan[];
  /** Of each call, until its answer is read; of a file until its first rows are there. */
  ms: number[];
};

/** Where a Worker listens, and an admin's session. */
export type Desk = {
  origin: string;
  token: string;
  /** Forgets how many files were taken: the product allows an admin a few at a time. */
  forgetFiles: () => Promise<void>;
};

const isFile = ({ path }: Pick<AdminCall, "path">) => path.endsWith("/export");
/** A file's first rows are two thousand: it is asked for less often. */
const FILE_CALLS_MAX = 10;

/**
 * Sends each call once and has the database say how it runs what was asked.
 * @param given.take gives the statements that came to the database since it was last called
 */
export async function lookAtReads(
  desk: Desk,
  given: { samples: Samples; file: string; take: () => SentStatement[] },
): Promise<ReadCost[]> {
  const { samples, file, take } = given;
  const costs: ReadCost[] = [];
  const look = async (call: AdminCall) => {
    if (isFile(call)) await desk.forgetFiles();
    take();
    const { trips, nextCursor } = await send(desk, call);
    costs.push({ ...call, trips, plans: explain(file, take()), ms: [] });
    return nextCursor;
  };
  for (const { path, calls } of ADMIN_READS) {
    for (const [name, rest] of Object.entries(calls)) {
      const url = addressOf(path, rest(samples));
      const nextCursor = await look({ path, name, url });
      if (nextCursor === null) continue;
      const separator = url.includes("?") ? "&" : "?";
      await look({
        path,
        name: `${name}, next page`,
        url: `${url}${separator}cursor=${encodeURIComponent(nextCursor)}`,
      });
    }
  }
  return costs;
}

/** Times each call, one after the other, without anything between Worker and database. */
export async function timeReads(desk: Desk, costs: readonly ReadCost[], given: { calls: number }): Promise<void> {
  const WARM_UP = 5;
  for (const cost of costs) {
    const calls = isFile(cost) ? Math.min(given.calls, FILE_CALLS_MAX) : given.calls;
    for (let i = -WARM_UP; i < calls; i++) {
      if (isFile(cost)) await desk.forgetFiles();
      const startedAt = performance.now();
      await send(desk, cost);
      if (i >= 0) cost.ms.push(performance.now() - startedAt);
    }
  }
}

/** @param rest the value of the path's parameter where it has one, and a query */
function addressOf(path: string, rest: string): string {
  const at = rest.includes("?") ? rest.indexOf("?") : rest.length;
  return path.replace(/:\w+/, rest.slice(0, at)) + rest.slice(at);
}

async function send(
  { origin, token }: Desk,
  { url }: AdminCall,
): Promise<{ trips: number | null; nextCursor: string | null }> {
  const reply = await fetch(origin + url, { headers: { Cookie: `session=${token}` } });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  if (reply.headers.get("Content-Type")?.startsWith("text/csv")) {
    const file = reply.body?.getReader();
    await file?.read();
    await file?.cancel();
    return { trips: null, nextCursor: null };
  }
  const trips = Number(/db;dur=[\d.]+;desc="(\d+)"/.exec(reply.headers.get("Server-Timing") ?? "")?.[1]);
  // A list says where its next page begins; what is no list does not.
  const { nextCursor = null } = (await reply.json()) as { nextCursor?: string | null };
  return { trips, nextCursor };
}
