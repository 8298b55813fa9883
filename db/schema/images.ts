import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** An image in the bucket. The object is stored before this row, so a row always has its object. */
export const images = sqliteTable(
  "images",
  {
    /** The public name: random, with an extension. Never the bucket's key. */
    filename: text("filename").primaryKey(),
    /** The trader who owns it and may read it; an admin's image for a trader belongs to the trader. */
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    purpose: text("purpose", { enum: ["avatar", "id_card", "payment_code", "admin_image", "proof"] }).notNull(),
    /** The bucket's key: 32 random bytes, never shown to anyone. */
    objectKey: text("object_key").notNull().unique("images_object_key"),
    contentType: text("content_type", { enum: ["image/jpeg", "image/png", "image/webp"] }).notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    widthPx: integer("width_px").notNull(),
    heightPx: integer("height_px").notNull(),
    uploadedBy: text("uploaded_by")
      .notNull()
      .references(() => users.id),
    createdAtMs: integer("created_at_ms").notNull(),
    /** SHA-256 of the stored bytes in lower-case hex. Null in a row of an earlier version until a job has computed it. */
    digest: text("digest"),
  },
  (t) => [
    check("images_purpose", sql`${t.purpose} IN ('avatar', 'id_card', 'payment_code', 'admin_image', 'proof')`),
    check("images_size", sql`${t.sizeBytes} > 0`),
    index("images_user").on(t.userId, t.createdAtMs),
    // Each person has one avatar: the write that adds a new one deletes the old one.
    uniqueIndex("images_one_avatar").on(t.userId).where(sql`${t.purpose} = 'avatar'`),
    // The same picture at another account.
    index("images_digest").on(t.digest, t.purpose).where(sql`${t.digest} IS NOT NULL`),
    index("images_undigested")
      .on(t.filename)
      .where(sql`${t.digest} IS NULL AND ${t.purpose} IN ('id_card', 'payment_code')`),
    index("images_id_cards").on(t.filename).where(sql`${t.purpose} = 'id_card'`),
  ],
);
