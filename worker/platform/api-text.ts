import { DEMO_RESULTS_TEXT as khmerResults } from "../contract/demo/demo-results-text.km.ts";
import { DEMO_RESULTS_TEXT as englishResults } from "../contract/demo/demo-results-text.ts";
import { DEMO_TEXT as khmerDemo } from "../contract/demo/demo-text.km.ts";
import { DEMO_TEXT as englishDemo } from "../contract/demo/demo-text.ts";
import { ERROR_TEXT as khmer } from "../contract/error-text.km.ts";
import { ERROR_TEXT as english } from "../contract/error-text.ts";
import { FIELD_LABELS as khmerLabels } from "../contract/field-labels.km.ts";
import { FIELD_LABELS as englishLabels } from "../contract/field-labels.ts";
import { LIMIT_TEXT as khmerLimits } from "../contract/limit-text.km.ts";
import { LIMIT_TEXT as englishLimits } from "../contract/limit-text.ts";
import { TERMINAL_TEXT as khmerTerminal } from "../contract/terminal/terminal-text.km.ts";
import { TERMINAL_TEXT as englishTerminal } from "../contract/terminal/terminal-text.ts";
import { joinLanguages, type Said, type Translated } from "../contract/translated.ts";
import { INPUT_TEXT as khmerInput } from "./input-text.km.ts";
import { INPUT_TEXT as englishInput } from "./input-text.ts";

/** Messages in every language, for the Worker: the caller is known only when it answers. */

/** As `contract/error-text.ts`. */
export const ERROR_TEXT = joinLanguages({ en: english, km: khmer });

/** As `contract/limit-text.ts`. */
export const LIMIT_TEXT = joinLanguages({ en: englishLimits, km: khmerLimits });

/** As `contract/demo/demo-text.ts`. */
export const DEMO_TEXT = joinLanguages({ en: englishDemo, km: khmerDemo });

/** As `contract/demo/demo-results-text.ts`. */
export const DEMO_RESULTS_TEXT = joinLanguages({ en: englishResults, km: khmerResults });

/** As `contract/terminal/terminal-text.ts`. */
export const TERMINAL_TEXT = joinLanguages({ en: englishTerminal, km: khmerTerminal });

/** As `input-text.ts`. */
export const INPUT_TEXT = joinLanguages({ en: englishInput, km: khmerInput });

const LABELS = new Map<string, Translated>(Object.entries(joinLanguages({ en: englishLabels, km: khmerLabels })));

/** The label of an input field, as on its screen; one without a label keeps its name. */
export function fieldLabel(field: string): Said {
  return LABELS.get(field) ?? field;
}
