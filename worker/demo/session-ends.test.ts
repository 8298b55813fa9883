import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";

const WORKER = join(import.meta.dir, "..");

/** Files whose batches need not tell whom they changed, and why. */
const SILENT: Record<string, string> = {
  "admin/ledger/check-ledger-now.ts": "writes what a check found, and pauses",
  "journal/money-journal.ts": "reads the rows that the journal lacks",
  "platform/mail/mail-outbox.ts": "writes mails alone",
  "platform/mail/mail-retry.ts": "writes mails alone",
  "trades/breakdown/prepare-figures.ts": "writes what figures are read from",
  "trades/fold-trades.ts": "writes what figures are read from",
};

// Triggers write each end of a session and each freeze into `account_changes` (`db/account-changes.test.ts`).
test("whoever ends a session, or freezes a person, has their demo sockets checked", async () => {
  const paths = [...new Glob("**/*.ts").scanSync(WORKER)].filter((path) => !path.endsWith(".test.ts"));
  const opening: string[] = [];
  const silent: string[] = [];
  for (const path of paths) {
    const text = await Bun.file(join(WORKER, path)).text();
    if (!/\bopenDatabase\(/.test(text)) continue;
    opening.push(path);
    if (!/\btellOf\b/.test(text)) silent.push(path);
  }
  expect(opening.length - silent.length).toBe(5);
  expect(silent.sort()).toEqual(Object.keys(SILENT).sort());
});
