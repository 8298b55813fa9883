import type { Grade } from "../../worker/contract/trade-journal/journal-schema.ts";

/** The grades, best first: their keys are 1 to 4. Pages take none of the schema's code. */
export const GRADES_OF_JOURNAL: readonly Grade[] = ["A", "B", "C", "D"];
