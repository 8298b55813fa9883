import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";

const WORKER = join(import.meta.dir, "..");
/** The statements that end sessions, and those that keep a person from their account, by name. */
const ENDS = /\b(?:endSession|endAllSessions|endOtherSessions|endSessionOfCookie|startSession|setFrozen)\(/;

/** Files that need not tell, and why. */
const SILENT: Record<string, string> = {
  "platform/session-store.ts": "the statements themselves",
  "platform/user-store.ts": "the statements themselves",
  "google/google-store.ts": "of an account without a session: its address was never verified",
  "admin/users/create-admin.ts": "runs on the operator's machine: the account's own check finds it",
};

test("whoever ends a session, or freezes a person, has their demo sockets checked", async () => {
  const paths = [...new Glob("**/*.ts").scanSync(WORKER)].filter((path) => !path.endsWith(".test.ts"));
  const ending: string[] = [];
  const silent: string[] = [];
  for (const path of paths) {
    const text = await Bun.file(join(WORKER, path)).text();
    if (!ENDS.test(text)) continue;
    ending.push(path);
    if (!/\b(?:checkDemoSockets|eraseDemoAccount)\(/.test(text)) silent.push(path);
  }
  expect(ending.length).toBeGreaterThan(10);
  expect(silent.sort()).toEqual(Object.keys(SILENT).sort());
});
