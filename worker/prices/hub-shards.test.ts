import { expect, test } from "bun:test";
import { hubName } from "./hub-shards.ts";

test("a connection always gets the same hub, and connections are spread evenly over all hubs", () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 4_000; i++) {
    const key = btoa(`connection ${i * 7_919}`);
    expect(hubName(key)).toBe(hubName(key));
    counts.set(hubName(key), (counts.get(hubName(key)) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual(["hub-0", "hub-1", "hub-2", "hub-3"]);
  for (const count of counts.values()) expect(count).toBeGreaterThan(800);
});
