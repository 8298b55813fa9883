import { AppError } from "../contract/errors.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { audit, auditView } from "../platform/audit-log-store.ts";
import { logFault } from "../platform/log.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { type Caller, mustBeSameCaller } from "../platform/session-store.ts";
import { callBucket } from "./call-bucket.ts";
import { mayReadImage } from "./image-access-sql.ts";
import { isFilename, savedAs } from "./image-name.ts";
import { type ImagePurpose, selectReadable } from "./image-store.ts";

const AVATAR_AGE_S = 24 * 60 * 60;

/**
 * Responds with an image that the caller may read. A missing image and another user's have the same response.
 *
 * Every view of an ID card by an admin is audited before it, and of a trader's payout images the first in an hour.
 *
 * A browser may cache an avatar: the content of a name never changes, so the name is its ETag. All other images are
 * never cached.
 *
 * @param which.purposes the kinds of image that the route serves
 * @param ifNoneMatch the ETag of the browser's copy
 * @throws AppError `not_signed_in` | `not_found` | `service_down`
 */
export async function serveImage(
  scope: Scope,
  which: { filename: string; purposes: readonly ImagePurpose[] },
  ifNoneMatch: string | undefined,
): Promise<Response> {
  // An invalid name matches no image; with an empty one, unauthenticated callers get the same response too.
  const filename = isFilename(which.filename) ? which.filename : "";
  const cookieHash = scope.credentials?.cookieHash ?? "";
  const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectReadable(scope.db.query, { ...which, filename }, mayReadImage({ callerId, cookieHash })),
  ]);
  const [image] = rows[0];
  if (!image) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (image.ownerId !== caller.userId) await noteView(scope, caller, { ...image, filename });

  const etag = `"${filename}"`;
  const headers: Record<string, string> =
    image.purpose === "avatar"
      ? { "Cache-Control": `private, max-age=${AVATAR_AGE_S}`, ETag: etag }
      : { "Cache-Control": "private, no-store" };
  if (image.purpose === "avatar" && ifNoneMatch === etag) return new Response(null, { status: 304, headers });

  const bytes = await getBytes(scope.bindings.IMAGES, image.objectKey);
  return new Response(bytes, {
    headers: {
      ...headers,
      "Content-Type": image.contentType,
      "Content-Length": String(bytes.byteLength),
      "Content-Disposition": `inline; filename="${savedAs(image.contentType)}"`,
    },
  });
}

type Viewed = { purpose: ImagePurpose; ownerId: string; filename: string };

/** Audits that an admin views an image of a user, before they see it. Avatars are for everybody. */
async function noteView(scope: Scope, caller: Caller, { purpose, ownerId, filename }: Viewed): Promise<void> {
  if (purpose === "avatar") return;
  const { query } = scope.db;
  const subject = `identity:${ownerId}` as const;
  await authorizedBatch(scope, "poll", (callerId) => [
    mustBeSameCaller(query, callerId, caller),
    purpose === "id_card"
      ? audit(query, { actor: caller.userId, action: "identity.viewed", subject, detail: { filename } }, scope.now())
      : auditView(query, callerId, { action: "user.payout_images_viewed", userId: ownerId }, scope.now()),
  ]);
}

/**
 * Reads the whole image (at most 5 MiB) before the response begins, so that a transfer which stalls is also reported as
 * a failure of the bucket.
 * @throws AppError `not_found` when it was replaced a moment ago, `service_down` when the bucket does not respond in
 * time
 */
async function getBytes(bucket: R2Bucket, objectKey: string): Promise<ArrayBuffer> {
  const read = async () => (await bucket.get(objectKey))?.arrayBuffer() ?? null;
  const bytes = await callBucket(read()).catch((error: unknown) => {
    logFault(error);
    throw new AppError("service_down", ERROR_TEXT.service_down);
  });
  if (!bytes) throw new AppError("not_found", ERROR_TEXT.not_found);
  return bytes;
}
