import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Server } from "bun";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { images, incidents, jobRuns } from "../../db/schema/index.ts";
import { startBareWorkerd } from "../../dev/bare-workerd.ts";
import { startLibsqlServer } from "../../dev/libsql/server.ts";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import type { Stack } from "../../dev/stack.ts";
import { nextMail } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { startFresh, workerLog } from "../../dev/test/test-stack.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { compose } from "../platform/mail/compose-mail.ts";
import { queueMail } from "../platform/mail/outbox-store.ts";
import { newFilename } from "./image-name.ts";

/** How the product behaves while the bucket accepts every call and answers none. */

setDefaultTimeout(600_000);

/** The key of the one object that the bucket finds; its transfer stalls after the first byte. */
const STALLED_KEY = "stalled-object";

/** Implements the protocol of the runtime's R2 binding as far as it answers. */
async function hangingBucket(request: Request): Promise<Response> {
  const { method, object } = JSON.parse(request.headers.get("cf-r2-request") ?? "{}");
  if (method !== "get" || object !== STALLED_KEY) return new Promise<Response>(() => {});
  const found = { name: object, version: "v", size: 1_000, etag: "e", uploaded: 0, httpFields: {}, customFields: [] };
  const metadata = new TextEncoder().encode(JSON.stringify({ ...found, checksums: {} }));
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(metadata);
      controller.enqueue(new Uint8Array(1));
    },
  });
  return new Response(body, { headers: { "cf-r2-metadata-size": String(metadata.length) } });
}

let bucket: Server<undefined>;
let stack: Stack;
let db: Database;
let trader: Trader;
beforeAll(async () => {
  bucket = Bun.serve({ port: 0, hostname: "127.0.0.1", idleTimeout: 0, fetch: hangingBucket });
  const bucketAddress = `127.0.0.1:${bucket.port}`;
  stack = await startFresh(
    {},
    {
      startDatabase: async (options) => startLibsqlServer(options),
      startWorker: (options) => startBareWorkerd({ ...options, bucketAddress }),
    },
  );
  db = databaseOf(stack);
  trader = await newTrader(stack);
}, 600_000);
afterAll(async () => {
  await stack?.stop();
  await bucket.stop(true);
});

/** An image whose bytes are in the bucket under a key. @returns its name */
async function addImage(purpose: "payment_code" | "avatar", objectKey?: string): Promise<string> {
  const filename = newFilename("image/png");
  const place = { filename, objectKey: objectKey ?? filename, contentType: "image/png" as const, sizeBytes: 1_000 };
  const owner = { userId: trader.userId, uploadedBy: trader.userId, purpose };
  await db.write([
    db.query.insert(images).values({ ...place, ...owner, widthPx: 100, heightPx: 100, createdAtMs: Date.now() }),
  ]);
  return filename;
}

// These tests wait for time limits, and run concurrently.
test.concurrent("an image whose transfer stalls answers 503 while the bucket hangs", async () => {
  const filename = await addImage("payment_code", STALLED_KEY);
  const { status, body } = await trader.get(`/api/image/${filename}`);
  expect([status, body.code]).toEqual([503, "service_down"]);
});

test.concurrent("every image read and every upload answers 503 while the bucket hangs", async () => {
  const filename = await addImage("avatar");
  const khqrImage = new File([SAMPLE_IMAGES.png], "code.png");
  const replies = await Promise.all([
    ...Array.from({ length: 12 }, () => trader.get(`/api/image/${filename}`)),
    trader.postForm("/api/user/payment-methods", { bankName: "", accountId: "", khqrImage }),
  ]);
  for (const { status, body } of replies) expect([status, body.code]).toEqual([503, "service_down"]);
});

test.concurrent("every job of the cron that needs no bucket runs, and those that do time out, which are incidents", async () => {
  const mail = compose(trader.email, "A mail beside the bucket", ["It is not kept waiting."]);
  await db.write([queueMail(db.query, crypto.randomUUID(), mail, Date.now())]);
  const after = new Date().toISOString();
  // Other stacks of the run have logged before.
  const from = workerLog.length;
  await stack.wrangler.runCron();
  const linesOf = (event: string) =>
    workerLog
      .slice(from)
      .map((line) => JSON.parse(line))
      .filter((line) => line.event === event)
      .map(({ job }) => job)
      .sort();
  const others = [
    "alerts",
    "audit",
    "delivery",
    "deposits",
    "digests",
    "idImages",
    "ledger",
    "mail",
    "onCall",
    "prune",
    "questions",
    "searchKeys",
    "services",
    "token",
  ];
  await waitUntil("every job has ended", () => linesOf("job").length + linesOf("job_failed").length >= 17);
  expect([linesOf("job"), linesOf("job_failed")]).toEqual([others, ["images", "journal", "tape"]]);
  expect((await nextMail(stack, trader.email, after)).subject).toBe("A mail beside the bucket");

  // Start the job's day again, so that it fails again within the hour.
  await db.write([db.query.delete(jobRuns).where(eq(jobRuns.job, "sweep_images"))]);
  await stack.wrangler.runCron();
  const failures = () => linesOf("job_failed").filter((job) => job === "images").length;
  await waitUntil("the job has failed again", () => failures() === 2);
  // Each is an incident, which is told once it has lasted (`admin/on-call/incidents.test.ts`).
  await waitUntil("the failures are incidents", async () => {
    const [rows] = await db.read([db.query.select({ cause: incidents.cause }).from(incidents)]);
    return ["images", "journal", "tape"].every((job) => rows.some(({ cause }) => cause === `job_failed:${job}`));
  });
});
