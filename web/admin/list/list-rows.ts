/** A page of a list; `nextCursor` is null on the last one. */
export type ListRows<Row> = { rows: readonly Row[]; nextCursor: string | null };
