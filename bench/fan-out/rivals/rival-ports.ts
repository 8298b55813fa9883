import { parseArgs } from "node:util";

/** Where a rival listens, and where the source does. */
export function rivalPorts(): { port: number; sourcePort: number } {
  const { values } = parseArgs({ options: { port: { type: "string" }, source: { type: "string" } } });
  return { port: Number(values.port), sourcePort: Number(values.source) };
}
