import { parseArgs } from "node:util";

/** The ports of the rival and of the source, from the arguments. */
export function rivalPorts(): { port: number; sourcePort: number } {
  const { values } = parseArgs({ options: { port: { type: "string" }, source: { type: "string" } } });
  return { port: Number(values.port), sourcePort: Number(values.source) };
}
