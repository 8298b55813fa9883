import type { WireStatement } from "./hrana-protocol.ts";
import { SqlError } from "./sql-error.ts";
import type { SqlToken } from "./sql-tokens.ts";
import { decodeValue, type EngineValue } from "./wire-value.ts";

/**
 * The names of a statement's parameters, ordered by SQLite's numbering: `?` takes the next number, `?5` its own, and a
 * name takes the number of its first use. A parameter without a name is null.
 */
export function numberParameters(tokens: SqlToken[]): (string | null)[] {
  const names: (string | null)[] = [];
  for (const { kind, text } of tokens) {
    if (kind !== "parameter") continue;
    if (text === "?") {
      names.push(null);
    } else if (text.startsWith("?")) {
      const number = Number(text.slice(1));
      while (names.length < number) names.push(null);
      if (number > 0) names[number - 1] = text;
    } else if (!names.includes(text)) {
      names.push(text);
    }
  }
  return names;
}

/**
 * The values of the parameters, in order. A named argument may be written with its prefix (`:id`) or without (`id`).
 *
 * @throws SqlError `ARGS_INVALID` when a parameter has no value or there are more values than parameters;
 * `ARGS_BOTH_POSITIONAL_AND_NAMED`. The engine's own binding would use NULL for a missing value.
 */
export function bindParameters(
  names: (string | null)[],
  stmt: Pick<WireStatement, "args" | "named_args">,
): EngineValue[] {
  const positional = stmt.args ?? [];
  const named = new Map((stmt.named_args ?? []).map(({ name, value }) => [name, value]));
  if (positional.length > 0 && named.size > 0) {
    throw new SqlError(
      "ARGS_BOTH_POSITIONAL_AND_NAMED",
      "Specifying both positional and named arguments is not supported",
    );
  }
  const given = positional.length + named.size;
  if (given > names.length) throw mismatch(`too many parameters, expected ${names.length} found ${given}`);
  return names.map((name, index) => {
    const isNamed = name !== null && !name.startsWith("?");
    const value = isNamed ? (named.get(name) ?? named.get(name.slice(1))) : positional[index];
    if (!value) throw mismatch(`value for parameter ${name ?? index + 1} not found`);
    return decodeValue(value);
  });
}

function mismatch(reason: string): SqlError {
  return new SqlError("ARGS_INVALID", `Arguments do not match SQL parameters: ${reason}`);
}
