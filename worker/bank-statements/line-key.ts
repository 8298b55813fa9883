import { digestOf } from "../platform/digest-of-bytes.ts";
import { ownKey, type ReadLine } from "./read-statement.ts";

/**
 * What a line of an account is stored under, once: the bank's id or the network's hash of it, or the digest of what it says, so that the same
 * line of another statement is known.
 */
export function lineKey(line: ReadLine): string {
  const own = ownKey(line);
  return own === null ? `says ${digestOf(new TextEncoder().encode(line.content))}` : `id ${own}`;
}
