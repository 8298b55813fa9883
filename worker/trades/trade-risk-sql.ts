import { type SQL, sql } from "drizzle-orm";

/** The condition that the stop lies on the loss side of the entry. */
export const HAS_RISK: SQL = sql.raw(
  // A difference, and no comparison: the prices of broker accounts are texts.
  "stop_price IS NOT NULL AND CASE direction WHEN 'Buy' THEN entry_price - stop_price > 0 ELSE stop_price - entry_price > 0 END",
);

/** The result of a trade that has a risk in thousandths of it, rounded as `milliR`. */
export const MILLI_R: SQL = sql.raw(
  "CAST(round((exit_price - entry_price) * 1000.0 / (entry_price - stop_price)) AS INTEGER)",
);
