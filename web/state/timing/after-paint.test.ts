import { expect, setDefaultTimeout, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { afterPaint } from "./after-paint.ts";

setDefaultTimeout(600_000);

test("a task runs after the next frame, even where timers run before it", async () => {
  const order: string[] = [];
  afterPaint(() => order.push("task"));
  requestAnimationFrame(() => order.push("frame"));
  await waitFor(() => expect(order).toEqual(["frame", "task"]));
});
