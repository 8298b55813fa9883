import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWeb } from "../../web/build.ts";
import { buildWorker } from "../built-worker.ts";
import { runningStacks } from "./running-stacks.ts";

/** The build that every stack of a run uses: the folder of the web files and the path of the Worker's module. */
type TestBuild = { web: string; worker: string };

/** The environment variable with the folder of a build that several test processes share. */
const TEST_BUILD = "TEST_BUILD";

let build: Promise<TestBuild> | undefined;

/** The production build of the web and the Worker, made once per run. */
export function testBuild(): Promise<TestBuild> {
  const made = process.env[TEST_BUILD];
  build ??= made ? Promise.resolve(partsOf(made)) : makeOwn();
  return build;
}

/** Makes the build. Test processes with the returned environment use it; `remove` deletes it. */
export async function makeTestBuild(): Promise<{ environment: Record<string, string>; remove(): void }> {
  const dir = mkdtempSync(join(tmpdir(), "tonle-build-"));
  await buildWeb({ outdir: partsOf(dir).web, production: true });
  buildWorker(join(dir, "worker"));
  return { environment: { [TEST_BUILD]: dir }, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

async function makeOwn(): Promise<TestBuild> {
  const { environment, remove } = await makeTestBuild();
  runningStacks.add({ stop: async () => remove() });
  return partsOf(environment[TEST_BUILD] ?? "");
}

const partsOf = (dir: string): TestBuild => ({ web: join(dir, "web"), worker: join(dir, "worker/index.js") });
