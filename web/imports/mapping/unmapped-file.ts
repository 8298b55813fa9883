import { type Row, UnreadableFile } from "../../../worker/contract/files/row.ts";
import type { MappedField, Mapping } from "../statement/mapping.ts";

/** A table of an unknown form, for a person who says what its columns are. */
export type UnmappedTable = {
  heads: string[];
  /** The first rows. */
  rows: Row[];
  rowCount: number;
  proposal: Mapping;
  /** What the proposal lacks. */
  missing: MappedField[];
};

/** A file with a table of no known form, which can be read by a mapping of its columns. */
export class UnmappedFile extends UnreadableFile {
  override name = "UnmappedFile";
  constructor(readonly table: UnmappedTable) {
    super({ code: "unknown_format" });
  }
}
