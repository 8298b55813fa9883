import type { BatchCondition, BatchResult, HranaVersion } from "./hrana-protocol.ts";
import { ProtocolError } from "./sql-error.ts";

/** True when the condition holds. @param done results of the earlier steps; a skipped one is neither ok nor error */
export function isConditionMet(condition: BatchCondition, done: BatchResult, isAutocommit: boolean): boolean {
  switch (condition.type) {
    case "ok":
      return Boolean(done.step_results[condition.step]);
    case "error":
      return Boolean(done.step_errors[condition.step]);
    case "not":
      return !isConditionMet(condition.cond, done, isAutocommit);
    case "and":
      return condition.conds.every((each) => isConditionMet(each, done, isAutocommit));
    case "or":
      return condition.conds.some((each) => isConditionMet(each, done, isAutocommit));
    case "is_autocommit":
      return isAutocommit;
  }
}

/**
 * Checks the condition of the step at `stepIndex` before any step runs.
 *
 * @throws ProtocolError when it refers to a step that is not earlier, or to a feature that the version lacks
 */
export function checkCondition(condition: BatchCondition, stepIndex: number, version: HranaVersion): void {
  switch (condition.type) {
    case "ok":
    case "error":
      if (condition.step >= stepIndex) throw new ProtocolError("Invalid reference to step in a condition");
      return;
    case "not":
      checkCondition(condition.cond, stepIndex, version);
      return;
    case "and":
    case "or":
      for (const each of condition.conds) checkCondition(each, stepIndex, version);
      return;
    case "is_autocommit":
      requireVersion3("BatchCond of type `is_autocommit`", version);
  }
}

/** Refuses a feature of version 3. @throws ProtocolError on a pipeline of version 2 */
export function requireVersion3(feature: string, version: HranaVersion): void {
  if (version < 3) throw new ProtocolError(`${feature} is only supported in protocol version hrana3 and higher`);
}
