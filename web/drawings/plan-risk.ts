import { faultOf, isUnfinished, PLAIN_NUMBER, readNumber, wholeSteps } from "../../worker/contract/read-number.ts";
import { numberWords } from "../ui/fields/use-number-words.ts";
import { drawingText } from "./drawing-text.ts";

/** The risk of a plan is typed in percent, and kept in basis points. */
const DECIMALS = 2;
const BASIS_POINTS = { min: 1, max: 10_000 } as const;

/** The percentage of a risk for its field. */
export function riskToType(riskBasisPoints: number): string {
  return String(riskBasisPoints / 10 ** DECIMALS);
}

/** A typed percentage, or what is wrong with it. */
export function readRisk(typed: string): { riskBasisPoints: number } | { problem: string } {
  const reading = readNumber(typed, PLAIN_NUMBER);
  if ("fault" in reading) return { problem: numberWords(reading.fault) ?? drawingText.riskBounds };
  const points = wholeSteps(reading.number, DECIMALS);
  const isFine = points !== null && points >= BASIS_POINTS.min && points <= BASIS_POINTS.max;
  return isFine ? { riskBasisPoints: points } : { problem: drawingText.riskBounds };
}

/** What is wrong with a percentage that more digits cannot complete; null while they may. */
export function riskProblemWhileTyped(typed: string): string | null {
  const fault = faultOf(typed, PLAIN_NUMBER);
  return fault === null || isUnfinished(typed, PLAIN_NUMBER) ? null : numberWords(fault);
}
