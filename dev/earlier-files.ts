import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  digestOf,
  parseReleases,
  RELEASES_FILE,
  type ReleaseFiles,
  readReleases,
  writeReleases,
} from "../web/release-files.ts";
import wranglerConfig from "../wrangler.toml";
import { findDeployTarget } from "./check-deploy-account.ts";
import { REPOSITORY } from "./setup/setup-context.ts";
import { routesOf } from "./setup/worker-address.ts";

/**
 * Adds the files of the last two releases to a build, so that a page that is open during a deployment finds what it has not loaded
 * yet. A deployment replaces all files at once, so they have to be part of the next one. They come from the product itself, which
 * lists them, so that any machine can deploy. Documents and the service worker come from the new build only.
 */

/** How many releases before the new one keep their files. */
const RELEASES_KEPT = 2;
const TRIES = 3;
const PAUSE_MS = 1_000;
const TIMEOUT_MS = 30_000;
/** Downloads at one time. */
const LANES = 8;

/** How much was added to a build: releases, files, and the bytes of the files. */
type Added = { releases: number; files: number; bytes: number };

/**
 * Adds the files of the releases that the product at `origin` has to the build in `outdir`.
 * @returns null when the product lists no releases: there is none yet, or it is one from before the list
 * @throws Error when the product or a file of it is not reached, or a file is not what its list says
 */
export async function addEarlierFiles(outdir: string, origin: string, pauseMs = PAUSE_MS): Promise<Added | null> {
  const [own] = await readReleases(outdir);
  if (!own) throw new Error(`${outdir} is no build of the web: it has no ${RELEASES_FILE}`);
  const list = await download(new URL(`/${RELEASES_FILE}`, origin), pauseMs);
  if (list === null) return null;
  const deployed = parseReleases(new TextDecoder().decode(list));
  // The same build is deployed again after a setting of wrangler.toml has changed, which must not push out a release.
  const earlier = deployed.filter((release) => !isSame(release, own)).slice(0, RELEASES_KEPT);
  const lacking = new Map(
    earlier.flatMap((release) => Object.entries(release)).filter(([path]) => !existsSync(join(outdir, path))),
  );
  const added: Added = { releases: earlier.length, files: lacking.size, bytes: 0 };
  const queue = [...lacking];
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [path, digest] = next;
      const bytes = await download(new URL(`/${path}`, origin), pauseMs);
      if (bytes === null || digestOf(bytes) !== digest) {
        throw new Error(`${new URL(path, origin)} is ${bytes === null ? "gone" : "not the file that was deployed"}`);
      }
      await mkdir(dirname(join(outdir, path)), { recursive: true });
      await writeFile(join(outdir, path), bytes);
      added.bytes += bytes.length;
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  await writeReleases(outdir, [own, ...earlier]);
  return added;
}

function isSame(one: ReleaseFiles, other: ReleaseFiles): boolean {
  const paths = Object.keys(one);
  return paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path]);
}

/** A file of the product; null where it has none. @throws Error when it does not answer */
async function download(url: URL, pauseMs: number): Promise<Uint8Array | null> {
  let fault = "";
  for (let tried = 0; tried < TRIES; tried += 1) {
    if (tried > 0) await Bun.sleep(pauseMs);
    try {
      const reply = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (reply.status === 404) return null;
      if (reply.status === 200) return await reply.bytes();
      fault = `status ${reply.status}`;
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error);
    }
  }
  throw new Error(`${url} does not answer: ${fault}`);
}

/** The address of the product that the deployment replaces. */
async function deployedOrigin(): Promise<string> {
  const found = await findDeployTarget();
  if ("fault" in found) throw new Error(found.fault);
  const [route] = routesOf(wranglerConfig.env.production);
  const origin = found.origin ?? (route === undefined ? undefined : `https://${route}`);
  if (origin === undefined) throw new Error("set APP_ORIGIN to the product's address");
  return origin;
}

if (import.meta.main) {
  if (process.env.EARLIER_FILES === "none") {
    console.info("Files of earlier releases are left out: pages that are open have to be loaded again.");
  } else {
    try {
      const origin = await deployedOrigin();
      const added = await addEarlierFiles(join(REPOSITORY, "dist"), origin);
      if (added === null) console.info(`${origin} lists no earlier release.`);
      else {
        const size = (added.bytes / 1_000_000).toFixed(1);
        console.info(
          `${added.files} files of ${added.releases} earlier releases of ${origin} stay reachable, ${size} MB.`,
        );
      }
    } catch (error) {
      console.error(`Nothing is deployed. ${error instanceof Error ? error.message : error}`);
      console.error(
        "If the product is down: EARLIER_FILES=none bun run deploy. Pages that are open have to be loaded again then.",
      );
      process.exitCode = 1;
    }
  }
}
