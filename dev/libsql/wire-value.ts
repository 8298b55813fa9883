import type { WireValue } from "./hrana-protocol.ts";
import { SqlError } from "./sql-error.ts";

/** A value of the engine. Integers are bigint, so a number is always a REAL. */
export type EngineValue = null | bigint | number | string | Uint8Array;

/**
 * Converts a value from the wire.
 *
 * @throws SqlError `ARGS_INVALID` for text with a NUL character: the engine's binding stores it completely but cuts it
 *   off there on reading, so refusing it prevents silent data loss.
 */
export function decodeValue(value: WireValue): EngineValue {
  switch (value.type) {
    case "null":
      return null;
    case "integer":
      return BigInt(value.value);
    case "float":
      return value.value;
    case "text":
      if (value.value.includes("\0")) {
        throw new SqlError("ARGS_INVALID", "Arguments do not match SQL parameters: text with a NUL character");
      }
      return value.value;
    case "blob":
      return Buffer.from(value.base64, "base64");
  }
}

/** Converts a value of the engine for the wire. */
export function encodeValue(value: EngineValue): WireValue {
  if (value === null) return { type: "null" };
  if (typeof value === "bigint") return { type: "integer", value: value.toString() };
  if (typeof value === "number") return { type: "float", value };
  if (typeof value === "string") return { type: "text", value };
  return { type: "blob", base64: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64") };
}
