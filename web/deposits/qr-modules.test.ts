import { expect, test } from "bun:test";
import { encode } from "uqr";
import { qrModules, strokesOf } from "./qr-modules.ts";

const CODE =
  "00020101021229180014jonhsmith@nbcq52045999530384054031005802KH5914Tonle Trading 6010PHNOM PENH62150111D23456789AB9934001317394957787220113173949637872263046894";

test("the bars cover exactly the dark modules", () => {
  const { data } = encode(CODE, { ecc: "M", border: 0 });
  const { count, bars } = qrModules(CODE);
  const covered = new Set<string>();
  for (const { x, y, length } of bars) {
    for (let step = 0; step < length; step++) covered.add(`${x + step} ${y}`);
  }
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])));
  expect(count).toBe(data.length);
  expect(covered).toEqual(new Set(dark));
});

test("the strokes cover exactly the bars", () => {
  const { bars } = qrModules(CODE);
  let [x, y] = [0, 0];
  const drawn: unknown[] = [];
  for (const [, command, first, second] of strokesOf(bars).matchAll(/([Mmh])(\d+)(?: (\d+)(?:\.5)?)?/g)) {
    if (command === "h") drawn.push({ x, y, length: Number(first) });
    x = command === "M" ? Number(first) : x + Number(first);
    if (command === "M") y = Number(second);
  }
  expect(drawn).toEqual([...bars]);
});

test.each([CODE, "short", CODE + CODE])("a module is whole pixels and the code at least 240 px wide", (text) => {
  const { count, modulePx } = qrModules(text);
  expect(Number.isInteger(modulePx)).toBe(true);
  expect(count * modulePx).toBeGreaterThanOrEqual(240);
  expect(count * (modulePx - 1)).toBeLessThan(240);
});
