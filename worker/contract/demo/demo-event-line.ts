import type { DemoEvent } from "./demo-types.ts";

/**
 * The canonical text of an event: JSON without spaces, the fields of every object in alphabetical order.
 * Source: docs/demo-engine.md
 */
export function demoEventLine(event: DemoEvent): string {
  return JSON.stringify(event, (_, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
