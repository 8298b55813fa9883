import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { images } from "./images.ts";
import { users } from "./users.ts";

/**
 * A trader's identity: the ID card that was sent last, and what an admin decided about it. Who has sent
 * none has no row. Triggers (`db/guards/identities.sql`) keep the states, and the name of who is verified.
 */
export const identities = sqliteTable(
  "identities",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id),
    status: text("status", { enum: ["pending", "verified", "rejected"] }).notNull(),
    /** Null after the image was erased, which never happens while the identity is pending. */
    image: text("image").references(() => images.filename),
    submittedAtMs: integer("submitted_at_ms").notNull(),
    /** `reopened`: an admin reversed a verification; the note contains the reason. */
    rejectReason: text("reject_reason", {
      enum: ["unclear", "not_accepted", "expired", "name_differs", "other", "reopened"],
    }),
    /** The admin's message to the trader, in addition to the reason. */
    note: text("note"),
    decidedBy: text("decided_by").references(() => users.id),
    decidedAtMs: integer("decided_at_ms"),
    /** Increases with every change of state or of the person's name, so that an admin decides on what they saw. */
    version: integer("version").notNull().default(1),
    /** Whether it was verified with what the card says (`id_card_fields`). An earlier version verified without. */
    isCardRead: integer("is_card_read", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    check("identities_status", sql`${t.status} IN ('pending', 'verified', 'rejected')`),
    check("identities_image", sql`${t.status} <> 'pending' OR ${t.image} IS NOT NULL`),
    check("identities_rejected", sql`(${t.status} = 'rejected') = (${t.rejectReason} IS NOT NULL)`),
    check(
      "identities_decided",
      sql`(${t.status} = 'pending') = (${t.decidedBy} IS NULL) AND (${t.status} = 'pending') = (${t.decidedAtMs} IS NULL)`,
    ),
    index("identities_queue").on(t.status, t.submittedAtMs, t.userId),
    index("identities_age").on(t.submittedAtMs, t.userId),
    // The check before an image is deleted searches all rows by image.
    index("identities_image_used").on(t.image).where(sql`${t.image} IS NOT NULL`),
  ],
);
