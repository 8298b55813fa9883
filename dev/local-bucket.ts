import wranglerConfig from "../wrangler.toml";

/**
 * Puts an object into the bucket of a running `wrangler dev` through the API of its local explorer. No other process
 * may write to the bucket's files while the Worker runs.
 *
 * @throws Error with wrangler's response when it refuses the object
 */
export async function putLocally(
  origin: string,
  { objectKey, contentType, bytes }: { objectKey: string; contentType: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const bucket = wranglerConfig.r2_buckets[0]?.bucket_name;
  const reply = await fetch(`${origin}/cdn-cgi/local/explorer/api/r2/buckets/${bucket}/objects/${objectKey}`, {
    method: "PUT",
    headers: { "Content-Type": contentType },
    body: bytes,
  });
  if (!reply.ok) throw new Error(`the bucket answered ${reply.status}: ${await reply.text()}`);
}
