import type { DemoCommandAnswer } from "../contract/demo/demo-messages.ts";
import { trailsOf } from "../contract/demo/demo-trails.ts";
import type { DemoCommand } from "../contract/demo/demo-types.ts";
import { DAY_MS, MINUTE_MS } from "../contract/time.ts";
import { INPUT_TEXT } from "../platform/api-text.ts";
import type { StoredAnswer } from "./account-log-store.ts";
import { type Refused, refused } from "./demo-refusal.ts";
import type { OpenedAccount } from "./opened-account.ts";

const COMMANDS_PER_MINUTE = 60;
/** Far above what a person does. A fill with its proofs is some 40 KB: by the minute's limit alone, gigabytes a day. */
const COMMANDS_PER_DAY = 5_000;
/** As long as the answers of calls that move money. */
export const ANSWERS_KEPT_MS = 2 * DAY_MS;

/** A command with the key under which its first answer is stored. */
export type KeyedCommand = { key: string; fingerprint: string; command: DemoCommand };
export type CommandOutcome = { answer: DemoCommandAnswer } | { refused: Refused };

/** The first answer to a command that was sent before; null for a new one. */
export function firstAnswer(
  account: OpenedAccount | null,
  { key, fingerprint }: Omit<KeyedCommand, "command">,
): CommandOutcome | null {
  const first = account?.log.answer(key);
  if (!first) return null;
  if (first.fingerprint !== fingerprint) return refused("key_reused", INPUT_TEXT.keyReused, "Idempotency-Key");
  return outcomeOf(first.answer, account);
}

/** Whether so many commands were answered lately that another one has to wait. */
export function isOverLimit(account: OpenedAccount | null, nowMs: number): boolean {
  if (!account) return false;
  const { log } = account;
  return (
    log.answersSince(nowMs - MINUTE_MS) >= COMMANDS_PER_MINUTE || log.answersSince(nowMs - DAY_MS) >= COMMANDS_PER_DAY
  );
}

/** A stored answer as the caller gets it. */
export function outcomeOf(answer: StoredAnswer, account: OpenedAccount | null): CommandOutcome {
  if ("refused" in answer) return answer;
  // A repeat has the events of then. What trails there are is of now, and is only said of this version.
  const isNewest = account?.version === answer.version;
  return { answer: isNewest ? { ...answer, ...trailsOf(account.state) } : answer };
}
