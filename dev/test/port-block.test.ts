import { expect, test } from "bun:test";
import { createServer } from "node:net";
import { claimPorts } from "./port-block.ts";

test("blocks claimed concurrently do not overlap, and all their ports are free", async () => {
  const blocks = await Promise.all(Array.from({ length: 8 }, claimPorts));
  const ports = blocks.flatMap(({ first }) => Array.from({ length: 9 }, (_, index) => first + index));
  expect(new Set(ports).size).toBe(ports.length);
  for (const port of ports) Bun.serve({ port, hostname: "127.0.0.1", fetch: () => new Response() }).stop(true);
  for (const block of blocks) block.release();
});

test("another process does not get a block that is claimed here", async () => {
  const block = await claimPorts();
  const child = Bun.spawn(
    [
      process.execPath,
      "-e",
      `console.log((await (await import("${import.meta.dir}/port-block.ts")).claimPorts()).first)`,
    ],
    { stdout: "pipe" },
  );
  expect(Number(await new Response(child.stdout).text())).not.toBe(block.first);
  block.release();
});

test("a block in which another program listens is skipped", async () => {
  const block = await claimPorts();
  const other = createServer().listen(block.first + 4, "127.0.0.1");
  block.release();
  const next = await claimPorts();
  expect(next.first).not.toBe(block.first);
  other.close();
  next.release();
});
