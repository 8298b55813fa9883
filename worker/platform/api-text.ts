import { DEMO_RESULTS_TEXT as khmerResults } from "../contract/demo/demo-results-text.km.ts";
import { DEMO_RESULTS_TEXT as englishResults } from "../contract/demo/demo-results-text.ts";
import { DEMO_TEXT as khmerDemo } from "../contract/demo/demo-text.km.ts";
import { DEMO_TEXT as englishDemo } from "../contract/demo/demo-text.ts";
import { ERROR_TEXT as khmer } from "../contract/error-text.km.ts";
import { ERROR_TEXT as english } from "../contract/error-text.ts";
import { FIELD_LABELS as khmerLabels } from "../contract/field-labels.km.ts";
import { FIELD_LABELS as englishLabels } from "../contract/field-labels.ts";
import { type Both, inBoth, type Said } from "../contract/in-both.ts";
import { LIMIT_TEXT as khmerLimits } from "../contract/limit-text.km.ts";
import { LIMIT_TEXT as englishLimits } from "../contract/limit-text.ts";
import { TERMINAL_TEXT as khmerTerminal } from "../contract/terminal/terminal-text.km.ts";
import { TERMINAL_TEXT as englishTerminal } from "../contract/terminal/terminal-text.ts";
import { INPUT_TEXT as khmerInput } from "./input-text.km.ts";
import { INPUT_TEXT as englishInput } from "./input-text.ts";

/** Messages in both languages, for the Worker: the caller is known only when it answers. */

/** As `contract/error-text.ts`. */
export const ERROR_TEXT = inBoth({ en: english, km: khmer });

/** As `contract/limit-text.ts`. */
export const LIMIT_TEXT = inBoth({ en: englishLimits, km: khmerLimits });

/** As `contract/demo/demo-text.ts`. */
export const DEMO_TEXT = inBoth({ en: englishDemo, km: khmerDemo });

/** As `contract/demo/demo-results-text.ts`. */
export const DEMO_RESULTS_TEXT = inBoth({ en: englishResults, km: khmerResults });

/** As `contract/terminal/terminal-text.ts`. */
export const TERMINAL_TEXT = inBoth({ en: englishTerminal, km: khmerTerminal });

/** As `input-text.ts`. */
export const INPUT_TEXT = inBoth({ en: englishInput, km: khmerInput });

const LABELS = new Map<string, Both>(Object.entries(inBoth({ en: englishLabels, km: khmerLabels })));

/** The label of an input field, as on its screen; one without a label keeps its name. */
export function fieldLabel(field: string): Said {
  return LABELS.get(field) ?? field;
}
