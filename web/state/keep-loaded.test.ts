import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { keepLoaded } from "./keep-loaded.ts";

setDefaultTimeout(600_000);

let stop = () => {};
afterEach(() => stop());

/** Something that is not whole until `source.isWhole`; each load notes when it began. */
function load(pauses: Parameters<typeof keepLoaded>[1]) {
  const source = { isWhole: false, askedAtMs: [] as number[] };
  stop = keepLoaded(async () => {
    source.askedAtMs.push(performance.now());
    return source.isWhole;
  }, pauses);
  return source;
}

test("what does not arrive is asked for ever more rarely, until it is as rare as what did", async () => {
  const { askedAtMs } = load({ againMs: 20, everyMs: 160, freshMs: 0 });
  await waitFor(() => expect(askedAtMs.length).toBeGreaterThanOrEqual(7));
  const pauses = askedAtMs.slice(1).map((atMs, i) => atMs - (askedAtMs[i] ?? 0));
  // A timer may come late, but not early by more than its grain.
  for (const [i, least] of [20, 40, 80, 80, 80].entries()) expect(pauses[i]).toBeGreaterThanOrEqual(least - 2);
});

test("once all of it arrived it is not asked for soon, but at once where somebody looks again", async () => {
  const source = load({ againMs: 1, everyMs: 3_600_000, freshMs: 50 });
  await waitFor(() => expect(source.askedAtMs.length).toBeGreaterThan(2));
  source.isWhole = true;
  const asked = source.askedAtMs.length;
  await waitFor(() => expect(source.askedAtMs.length).toBe(asked + 1));
  const arrivedAtMs = source.askedAtMs.at(-1) ?? 0;
  await waitFor(() => {
    window.dispatchEvent(new Event("focus"));
    expect(source.askedAtMs.length).toBeGreaterThan(asked + 1);
  });
  // However often somebody looked.
  expect((source.askedAtMs[asked + 1] ?? 0) - arrivedAtMs).toBeGreaterThanOrEqual(48);
});

test("what is stopped before the first answer is never asked again", async () => {
  const source = load({ againMs: 1, everyMs: 1, freshMs: 0 });
  stop();
  await Promise.resolve();
  window.dispatchEvent(new Event("focus"));
  expect(source.askedAtMs.length).toBe(1);
});
