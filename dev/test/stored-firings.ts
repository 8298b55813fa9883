import { eq } from "drizzle-orm";
import { alertFirings, notifications, priceAlerts } from "../../db/schema/index.ts";
import type { BookFiring } from "../../worker/alerts/book/book-alert.ts";
import { type DatabaseAccess, databaseOf } from "./test-money.ts";

/** A firing as the database has it. */
export type StoredFiring = Pick<BookFiring, "quote" | "before" | "value2" | "extreme"> & {
  id: number;
  alert: number;
  version: number;
  seq: number;
};

/** The firings of a trader's alerts in the database, in their order. */
export async function storedFirings(stack: DatabaseAccess, userId: string): Promise<StoredFiring[]> {
  const { query, read } = databaseOf(stack);
  const select = query.select().from(alertFirings).where(eq(alertFirings.userId, userId)).orderBy(alertFirings.id);
  const [rows] = await read([select]);
  return rows.map(({ id, alertId, version, quoteSeq, facts }) => {
    return { id, alert: alertId, version, seq: quoteSeq, ...JSON.parse(facts) };
  });
}

/** A trader's alerts in the database. */
export async function storedAlerts(stack: DatabaseAccess, userId: string) {
  const { query, read } = databaseOf(stack);
  const select = query.select().from(priceAlerts).where(eq(priceAlerts.userId, userId)).orderBy(priceAlerts.id);
  const [rows] = await read([select]);
  return rows;
}

/** The subjects of a trader's notifications of alerts: the numbers of their firings. */
export async function firingsNotified(stack: DatabaseAccess, userId: string): Promise<string[]> {
  const { query, read } = databaseOf(stack);
  const select = query.select().from(notifications).where(eq(notifications.userId, userId)).orderBy(notifications.id);
  const [rows] = await read([select]);
  return rows.filter(({ event }) => String(event) === "alert_fired").map(({ subject }) => subject);
}
