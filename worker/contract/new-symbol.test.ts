import { expect, test } from "bun:test";

test("a symbol with 5 decimals and one with 8 need their records alone, from a source's text to a receipt", async () => {
  const preloads = ["./web/test/two-more-symbols.ts", "./web/test/dom.ts"].flatMap((path) => ["--preload", path]);
  const program = Bun.spawn([process.execPath, ...preloads, "web/test/walk-of-a-price.ts"], {
    cwd: `${import.meta.dir}/../..`,
    stderr: "pipe",
  });
  const [out, faults] = await Promise.all([
    new Response(program.stdout).text(),
    new Response(program.stderr).text(),
    program.exited,
  ]);
  expect(faults).toBe("");
  expect(JSON.parse(out)).toEqual([
    {
      steps: [116_254, 116_256, 116_257],
      isPolledTheSame: true,
      screen: "1.16256",
      axis: ["1.16252", "1.16254", "1.16256", "1.16258"],
      order: ["1.16260", "0.00000001"],
      fill: "1.16257",
      list: "1.16257",
      file: "1.16257",
      receipt: { result: "equal", isWhole: true },
    },
    {
      steps: [73, 74, 74],
      isPolledTheSame: true,
      screen: "0.00000074",
      axis: ["0.00000071", "0.00000072", "0.00000073", "0.00000074", "0.00000075", "0.00000076"],
      order: ["0.00000075", "999,999.00"],
      fill: "0.00000074",
      list: "0.00000074",
      file: "0.00000074",
      receipt: { result: "equal", isWhole: true },
    },
  ]);
});
