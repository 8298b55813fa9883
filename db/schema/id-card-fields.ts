import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { images } from "./images.ts";
import { users } from "./users.ts";

/**
 * What an admin read on an identity card when they verified it. A row is gone with the card's image, by the database itself, so that it
 * is kept for as long as the image is. Triggers (`db/guards/id_card_fields.sql`) hold it to the card of an identity.
 */
export const idCardFields = sqliteTable(
  "id_card_fields",
  {
    /** The image of the card. */
    filename: text("filename")
      .primaryKey()
      .references(() => images.filename, { onDelete: "cascade" }),
    /** The name in Latin letters; encrypted, as are number and birth date (`worker/identity/card-secrets.ts`). */
    name: text("name").notNull(),
    number: text("number").notNull(),
    birthDate: text("birth_date").notNull(),
    /** A keyed hash of the number, by which the same one is found at another account. */
    numberDigest: text("number_digest").notNull(),
    /** ISO date, which a job and the list of expiring cards search by; null for a card that says no expiry. */
    expiresOn: text("expires_on"),
    /** Why it was verified although another account has the same number. */
    usedReason: text("used_reason"),
    readBy: text("read_by")
      .notNull()
      .references(() => users.id),
    readAtMs: integer("read_at_ms").notNull(),
    /** When the trader was told that it expires. */
    expiryToldAtMs: integer("expiry_told_at_ms"),
  },
  (t) => [
    check(
      "id_card_fields_encrypted",
      sql`${t.name} LIKE 'v%:%' AND ${t.number} LIKE 'v%:%' AND ${t.birthDate} LIKE 'v%:%' AND ${t.numberDigest} LIKE 'v%:%'`,
    ),
    check("id_card_fields_expiry", sql`${t.expiresOn} IS NULL OR ${t.expiresOn} = date(${t.expiresOn})`),
    index("id_card_fields_number").on(t.numberDigest),
    index("id_card_fields_expiry_untold")
      .on(t.expiresOn)
      .where(sql`${t.expiresOn} IS NOT NULL AND ${t.expiryToldAtMs} IS NULL`),
    index("id_card_fields_until").on(t.expiresOn, t.filename).where(sql`${t.expiresOn} IS NOT NULL`),
  ],
);
