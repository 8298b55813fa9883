import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { demoEventLine } from "./demo-event-line.ts";
import type { DemoFill } from "./demo-types.ts";

/**
 * The seal of the plan that a fill has locked: the SHA-256 of its event's text, in hex.
 * Source: docs/demo-engine.md, "Plans"
 */
export function planSeal(fill: DemoFill): string {
  return bytesToHex(sha256(utf8ToBytes(demoEventLine({ type: "filled", at: fill.at, fill }))));
}
