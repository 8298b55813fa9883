import wranglerConfig from "../wrangler.toml";

/** The bucket with the tape's segments has the same name everywhere. */
const buckets: { binding: string; bucket_name: string }[] = wranglerConfig.r2_buckets;
const TAPE_BUCKET = buckets.find(({ binding }) => binding === "TAPE")?.bucket_name ?? "";

/** Where the objects of a bucket are read. */
export type BucketApi = { urlOf: (key: string) => string; headers: Record<string, string> };

/** The bucket of a running local stack, by the API of its local explorer. */
export function localTapeBucket(origin: string): BucketApi {
  const objectsUrl = `${origin}/cdn-cgi/local/explorer/api/r2/buckets/${TAPE_BUCKET}/objects`;
  return { urlOf: (key) => `${objectsUrl}/${encodeURIComponent(key)}`, headers: {} };
}

/**
 * The bucket in production, by the API that `wrangler r2 object get` uses.
 *
 * @param account.token may read R2 objects
 */
export function remoteTapeBucket({ accountId, token }: { accountId: string; token: string }): BucketApi {
  // The variable by which wrangler calls another address, too.
  const apiUrl = process.env.CLOUDFLARE_API_BASE_URL ?? "https://api.cloudflare.com/client/v4";
  const objectsUrl = `${apiUrl}/accounts/${accountId}/r2/buckets/${TAPE_BUCKET}/objects`;
  return { urlOf: (key) => `${objectsUrl}/${key}`, headers: { Authorization: `Bearer ${token}` } };
}

const TIMEOUT_MS = 30_000;
/** Cloudflare's API takes 1,200 requests in five minutes, and then says after how many seconds it takes more. */
const WAIT_S = 30;

/**
 * Reads an object. Waits as long as the API says when it was asked too often.
 * @returns null when there is no such object
 * @throws Error when the API does not answer with an object
 */
export async function readObject({ urlOf, headers }: BucketApi, key: string): Promise<Uint8Array | null> {
  for (;;) {
    const reply = await fetch(urlOf(key), { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (reply.ok) return reply.bytes();
    await reply.body?.cancel();
    if (reply.status === 404) return null;
    if (reply.status !== 429) throw new Error(`the bucket answered ${reply.status} to ${key}`);
    await Bun.sleep(Number(reply.headers.get("Retry-After") ?? WAIT_S) * 1_000);
  }
}
