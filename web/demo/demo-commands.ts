import type { DemoCommand, DemoEvent } from "../../worker/contract/demo/demo-types.ts";
import { ApiError, answer, api } from "../state/api.ts";
import { decimalCommand } from "./decimal-command.ts";
import { commandDemo } from "./demo-account.ts";

/**
 * Sends a command to the demo account.
 * @param key an idempotency key: a repeat with it is carried out once
 * @returns what it caused; the run of this page has it by then
 * @throws ApiError when the account refuses, NetworkError without an answer
 */
export function sendDemoCommand(command: DemoCommand, key: string): Promise<readonly DemoEvent[]> {
  const post = (json: { command: DemoCommand } | ReturnType<typeof decimalCommand>) =>
    answer(api.demo.commands.$post({ json }, { headers: { "Idempotency-Key": key } }));
  return commandDemo(() =>
    post({ command }).catch((error: unknown) => {
      // While a new version is rolled out, the one before may be asked. It misses the type, and has done nothing.
      const isUnknown = error instanceof ApiError && error.code === "invalid_input" && error.field === "type";
      if (isUnknown) return post(decimalCommand(command));
      throw error;
    }),
  );
}
