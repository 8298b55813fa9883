import { and, eq, gte, inArray, isNotNull, isNull, lt, ne, notExists, notInArray, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import {
  clientAnswerImages,
  clientQuestionImages,
  identities,
  images,
  paymentMethods,
  withdrawalImages,
  withdrawals,
} from "../../db/schema/index.ts";
import { countOneOf } from "../platform/counter-store.ts";
import type { StoredImage } from "./store-image.ts";

/** The only SQL that writes images. Functions return statements; verbs put them into batches. */

export type ImagePurpose = (typeof images.$inferSelect)["purpose"];
/** The images that traders upload themselves. */
export type OwnPurpose = Extract<ImagePurpose, "avatar" | "id_card" | "payment_code">;

/**
 * The statements that make a stored object a trader's own image: they count the upload, and the database refuses more
 * than 30 MiB per trader.
 *
 * @param callerId an SQL expression of the caller's id
 */
export function insertOwnImage(
  query: Query,
  image: StoredImage,
  { purpose, callerId }: { purpose: OwnPurpose; callerId: SQL<string> },
  nowMs: number,
) {
  return [
    countOneOf(query, "uploadByAccount", callerId, nowMs),
    query.insert(images).values({ ...image, purpose, userId: callerId, uploadedBy: callerId, createdAtMs: nowMs }),
  ] as const;
}

/**
 * As {@link insertOwnImage}, for an image that an admin attaches for a trader: it belongs to the trader, but does not
 * count towards the trader's quota.
 */
export function insertImageForTrader(
  query: Query,
  image: StoredImage,
  { purpose, adminId, traderId }: { purpose: "admin_image" | "proof" | "id_card"; adminId: string; traderId: string },
  nowMs: number,
) {
  const row = { ...image, purpose, userId: traderId, uploadedBy: adminId, createdAtMs: nowMs };
  return [
    countOneOf(query, "uploadByAdmin", sql<string>`${adminId}`, nowMs),
    query.insert(images).values(row),
  ] as const;
}

/**
 * The statement that deletes a replaced image, unless something still refers to it: a withdrawal keeps the payment code
 * it was requested with.
 * @param replaced its name, or null: then nothing is deleted
 * @returns the object's key, to be removed from the bucket after the commit
 */
export function deleteUnreferred(query: Query, replaced: string | null) {
  const filename = replaced ?? "";
  const refersTo = [
    query.select({ one: sql`1` }).from(withdrawals).where(eq(withdrawals.paymentImage, filename)),
    query.select({ one: sql`1` }).from(withdrawalImages).where(eq(withdrawalImages.filename, filename)),
    query.select({ one: sql`1` }).from(paymentMethods).where(eq(paymentMethods.khqrImage, filename)),
  ];
  return query
    .delete(images)
    .where(and(eq(images.filename, filename), ...refersTo.map((rows) => notExists(rows))))
    .returning({ objectKey: images.objectKey });
}

/** The condition that an image is of no question and no answer: such a picture stays when its trader sends another ID card. */
const isOfNoConversation = sql`NOT EXISTS (SELECT 1 FROM ${clientAnswerImages} WHERE ${clientAnswerImages.filename} = ${images.filename}) AND NOT EXISTS (SELECT 1 FROM ${clientQuestionImages} WHERE ${clientQuestionImages.filename} = ${images.filename})`;

/** The row of {@link selectOwnImages}. */
export type OwnImage = Awaited<ReturnType<typeof selectOwnImages>>[number];

/** The statement that reads a trader's own images of some kinds, without those of questions and answers. */
export function selectOwnImages(query: Query, callerId: SQL<string>, purposes: readonly OwnPurpose[]) {
  return query
    .select({ purpose: images.purpose, objectKey: images.objectKey })
    .from(images)
    .where(and(eq(images.userId, callerId), inArray(images.purpose, [...purposes]), isOfNoConversation));
}

/** The statement that deletes a trader's images of a kind, except for the one that replaces them and those of questions and answers. */
export function deleteOwnImages(
  query: Query,
  { purpose, callerId, except = "" }: { purpose: OwnPurpose; callerId: SQL<string>; except?: string },
) {
  return query
    .delete(images)
    .where(
      and(eq(images.userId, callerId), eq(images.purpose, purpose), ne(images.filename, except), isOfNoConversation),
    );
}

/**
 * The statement that reads the image of this name, if the caller may read it. @param mayRead the rule of
 * `image-access-sql.ts`
 */
export function selectReadable(
  query: Query,
  { filename, purposes }: { filename: string; purposes: readonly ImagePurpose[] },
  mayRead: SQL,
) {
  return query
    .select({
      objectKey: images.objectKey,
      contentType: images.contentType,
      purpose: images.purpose,
      ownerId: images.userId,
    })
    .from(images)
    .where(and(eq(images.filename, filename), inArray(images.purpose, [...purposes]), mayRead));
}

/**
 * The statement that returns the keys without an image row. @param objectKeys sent as one JSON text, however many they
 * are
 */
export function selectUnknownKeys(query: Query, objectKeys: readonly string[]) {
  const keys = JSON.stringify(objectKeys);
  return query
    .select({ objectKey: sql<string>`value` })
    .from(sql`json_each(${keys})`)
    .where(sql`NOT EXISTS (SELECT 1 FROM ${images} WHERE ${images.objectKey} = value)`);
}

/**
 * The statement that reads identity cards and payment codes of an earlier version, which have no digest, in the order of their names.
 * @param which.from the first name, or `before` which they end
 */
export function selectUndigested(
  query: Query,
  { from, before, limit }: { from?: string; before?: string; limit: number },
) {
  const place = from === undefined ? lt(images.filename, before ?? "") : gte(images.filename, from);
  return (
    query
      .select({ filename: images.filename, objectKey: images.objectKey })
      .from(images)
      // The purposes are literals, so that SQLite can use the partial index.
      .where(sql`${images.digest} IS NULL AND ${images.purpose} IN ('id_card', 'payment_code') AND ${place}`)
      .orderBy(images.filename)
      .limit(limit)
  );
}

/** The statement that writes the digest of an image that has none. */
export function fillDigest(query: Query, filename: string, digest: string) {
  return query
    .update(images)
    .set({ digest })
    .where(and(eq(images.filename, filename), isNull(images.digest)));
}

/**
 * The statement that deletes every ID card image without an identity that belongs to no question and no answer. @returns the objects to
 * remove after the commit
 */
export function deleteUnusedIdCards(query: Query) {
  // The purpose is a literal, so that SQLite can use the partial index.
  return query
    .delete(images)
    .where(
      sql`${images.purpose} = 'id_card' AND NOT EXISTS (SELECT 1 FROM ${identities} WHERE ${identities.image} = ${images.filename}) AND ${isOfNoConversation}`,
    )
    .returning({ objectKey: images.objectKey });
}

/**
 * The statement that deletes a user's images, except for those of a withdrawal. It comes after identity and payment
 * methods no longer refer to theirs.
 * @returns the objects to remove after the commit
 */
export function deletePersonsImages(query: Query, userId: string) {
  const paidTo = query
    .select({ filename: sql<string>`${withdrawals.paymentImage}` })
    .from(withdrawals)
    .where(and(eq(withdrawals.userId, userId), isNotNull(withdrawals.paymentImage)));
  return query
    .delete(images)
    .where(
      and(
        eq(images.userId, userId),
        ne(images.purpose, "admin_image"),
        ne(images.purpose, "proof"),
        notInArray(images.filename, paidTo),
      ),
    )
    .returning({ objectKey: images.objectKey });
}
