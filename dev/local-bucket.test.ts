import { expect, setDefaultTimeout, test } from "bun:test";
import { openDatabase } from "../db/client.ts";
import { images } from "../db/schema/index.ts";
import { newFilename } from "../worker/images/image-name.ts";
import { randomToken } from "../worker/platform/secrets.ts";
import { putLocally } from "./local-bucket.ts";
import { SAMPLE_IMAGES } from "./sample-images.ts";
import { newTrader } from "./test/test-people.ts";
import { testStack } from "./test/test-stack.ts";

setDefaultTimeout(600_000);

test("the Worker serves an object that was put into the local bucket", async () => {
  const stack = await testStack();
  const trader = await newTrader(stack);
  const object = { objectKey: randomToken(), contentType: "image/png" as const, bytes: SAMPLE_IMAGES.png };
  await putLocally(stack.origin, object);

  const { DATABASE_URL: url = "", DATABASE_AUTH_TOKEN: authToken } = stack.settings;
  const { query, write } = openDatabase({ url, authToken });
  const filename = newFilename("image/png");
  const { bytes, ...row } = object;
  const owner = { userId: trader.userId, uploadedBy: trader.userId, createdAtMs: Date.now() };
  await write([
    query
      .insert(images)
      .values({ ...row, ...owner, filename, purpose: "avatar", sizeBytes: bytes.length, widthPx: 20, heightPx: 16 }),
  ]);
  expect((await trader.get(`/api/image/${filename}`)).body).toEqual(new Uint8Array(bytes));
});
