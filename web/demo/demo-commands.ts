import type { InferRequestType } from "hono/client";
import type { DemoEvent } from "../../worker/contract/demo/demo-types.ts";
import { answer, api } from "../state/api.ts";
import { commandDemo } from "./demo-account.ts";

/** A command as the API takes it: dollars, amounts and ISO times. */
export type DemoCommandBody = InferRequestType<typeof api.demo.commands.$post>["json"];

/**
 * Sends a command to the demo account.
 * @param key an idempotency key: a repeat with it is carried out once
 * @returns what it caused; the run of this page has it by then
 * @throws ApiError when the account refuses, NetworkError without an answer
 */
export function sendDemoCommand(body: DemoCommandBody, key: string): Promise<readonly DemoEvent[]> {
  return commandDemo(() => answer(api.demo.commands.$post({ json: body }, { headers: { "Idempotency-Key": key } })));
}
