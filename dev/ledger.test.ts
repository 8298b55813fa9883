import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { recordRestore } from "../worker/admin/restores/restore-store.ts";
import { pauseAfterRestore } from "../worker/ledger/pause-store.ts";
import { setUpDatabase } from "./test/test-database.ts";

setDefaultTimeout(600_000);

const database = setUpDatabase();

async function ledger(verb: string, url: string) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "ledger.ts"), verb], {
    env: { ...process.env, DATABASE_URL: url },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, faults, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { out, faults, code };
}

test("a resume that the database refuses says why in one line, and which database it was", async () => {
  const { db } = database;
  const restore = { id: "one", copySequence: 1, journalSequence: 2, findings: [] };
  await db.write([pauseAfterRestore(db.query, 1), ...recordRestore(db.query, restore, 1)]);
  const { out, faults, code } = await ledger("resume", database.url);
  expect(out).toContain(`Database: ${new URL(database.url).host}`);
  expect(faults.trim().split("\n")).toEqual([
    "Withdrawals stay as they are: a restore waits until two admins have approved its findings on the overview (docs/restore.md).",
  ]);
  expect(code).toBe(1);
});
