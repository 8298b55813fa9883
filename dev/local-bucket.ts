import wranglerConfig from "../wrangler.toml";

/**
 * Puts an object into the bucket of a running `wrangler dev`, by the interface of its local explorer: no other process
 * may write there while the Worker runs.
 * @throws Error with wrangler's answer when it does not take it
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
