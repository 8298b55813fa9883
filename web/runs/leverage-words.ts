import { runText } from "./run-text.ts";

/** `1:30`, or that there is none. */
export function leverageWords(leverage: number | null): string {
  return leverage === null ? runText.noLeverage : runText.oneTo(leverage);
}
