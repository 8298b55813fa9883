import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWeb } from "../../web/build.ts";
import { buildWorker } from "../built-worker.ts";
import { runningStacks } from "./running-stacks.ts";

/** What every stack of a run is started from: the folder of the web files, and the Worker's module. */
type TestBuild = { web: string; worker: string };

/** Names the folder of a build that was made for several processes of tests. */
const TEST_BUILD = "TEST_BUILD";

let build: Promise<TestBuild> | undefined;

/** The production build of the web and the Worker, made once in a run. */
export function testBuild(): Promise<TestBuild> {
  const made = process.env[TEST_BUILD];
  build ??= made ? Promise.resolve(partsOf(made)) : makeOwn();
  return build;
}

/** Makes the build that the test processes started with the returned environment use. @returns also what removes it */
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
