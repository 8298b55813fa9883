import type { BatchItem } from "drizzle-orm/batch";
import type { LibSQLDatabase } from "drizzle-orm/libsql/driver-core";

/** Builds statements. */
export type Query = LibSQLDatabase;
/** A statement that can be part of a batch. */
export type Statement = BatchItem<"sqlite">;
