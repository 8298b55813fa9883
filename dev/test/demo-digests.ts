import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { initialDemoState } from "../../worker/contract/demo/demo-state.ts";
import { stepDemo } from "../../worker/contract/demo/step-demo.ts";
import { outcomeText, runDemoProgram } from "./demo-programs.ts";

/** The hash of a program's log. */
export const logDigest = (log: string) => bytesToHex(sha256(utf8ToBytes(log)));

/**
 * Runs programs on the engine and returns the hash of each log, one a line: each runtime that the product runs on must
 * give the same. Imports nothing that only one of them has.
 */
export function demoDigests({ firstSeed, count }: { firstSeed: number; count: number }): string {
  return Array.from({ length: count }, (_, i) => logDigest(logOf(firstSeed + i))).join("\n");
}

function logOf(seed: number): string {
  let state = initialDemoState();
  const texts: string[] = [];
  runDemoProgram(seed, (input) => {
    const { state: next, ...outcome } = stepDemo(state, input);
    state = next;
    texts.push(outcomeText(outcome));
    return outcome;
  });
  return texts.join("");
}
