/** Values of SQL on the wire. Source: HRANA_2_SPEC.md in tursodatabase/libsql */

/** A value as the server sends it; integers are text because JSON numbers lose digits above 2^53. */
export type WireValue =
  | { type: "null" }
  | { type: "integer"; value: string }
  | { type: "float"; value: number }
  | { type: "text"; value: string }
  | { type: "blob"; base64: string };

/** A value of a column, before its own decoding. */
export type SqlValue = null | number | string | Uint8Array;

const INT64_MAX = 2n ** 63n - 1n;

/**
 * The JSON of an argument. A number is sent as REAL whatever its value, so SQL that divides integers writes them out.
 *
 * @throws RangeError for a number that is not finite and a bigint above 64 bits; TypeError for what is no value of SQL
 */
export function encodeArgument(value: unknown): string {
  if (value === null) return '{"type":"null"}';
  switch (typeof value) {
    case "string":
      return `{"type":"text","value":${JSON.stringify(value)}}`;
    case "number":
      if (!Number.isFinite(value)) throw new RangeError("an argument must be a finite number");
      return `{"type":"float","value":${value}}`;
    case "boolean":
      return `{"type":"integer","value":"${value ? 1 : 0}"}`;
    case "bigint":
      if (value > INT64_MAX || value < -INT64_MAX - 1n) throw new RangeError("an argument must fit into 64 bits");
      return `{"type":"integer","value":"${value}"}`;
    default:
      if (!(value instanceof Uint8Array)) throw new TypeError("an argument is no value of SQL");
      return `{"type":"blob","base64":"${btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join(""))}"}`;
  }
}

/** Decodes a value. @throws RangeError for an integer that a number cannot hold */
export function decodeValue(value: WireValue): SqlValue {
  switch (value.type) {
    case "null":
      return null;
    case "integer": {
      const whole = Number(value.value);
      if (!Number.isSafeInteger(whole)) throw new RangeError("an integer is too large for a number");
      return whole;
    }
    case "blob":
      return Uint8Array.from(atob(value.base64), (char) => char.charCodeAt(0));
    default:
      return value.value;
  }
}
