import { terminalKey } from "../../worker/contract/terminal/terminal-changes.ts";
import type { TerminalChange } from "../../worker/contract/terminal/terminal-schema.ts";
import { UnsentChanges } from "../state/sync/unsent-changes.ts";

/** Changes of drawings and settings that the account has not acknowledged. */
export const unsentChanges = new UnsentChanges<TerminalChange>("unsent ", terminalKey);
