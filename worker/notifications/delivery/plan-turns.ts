import type { Channel } from "../../contract/channels.ts";
import { heldUntil, nextChannel } from "./choose-channel.ts";
import type { Turn } from "./delivery-facts.ts";

/** What becomes of a notification whose turn has come. */
export type PlannedTurn = {
  id: number;
  /** The channel that takes it, or null: quiet hours hold it, or no channel is left. */
  channel: Channel | null;
  /** Until when it is held; null for one that is not. */
  heldUntilMs: number | null;
  toldWithId: number | null;
  /** Whether a message of its own says it: not one that is told with another. */
  isSent: boolean;
};

/**
 * Decides what becomes of notifications whose turn has come. What quiet hours have held is one message for each channel of a person,
 * which stands with the newest of them. One that its person has read meanwhile is told no more.
 */
export function planTurns(turns: readonly Turn[], nowMs: number): PlannedTurn[] {
  const planned = turns.map((turn) => ({ turn, ...turnPlan(turn, nowMs) }));
  const groups = Map.groupBy(
    planned.filter(({ turn, channel }) => turn.toldWithId !== null && (channel === "push" || channel === "telegram")),
    ({ turn, channel }) => `${channel} ${turn.userId}`,
  );
  for (const group of groups.values()) {
    const newestId = Math.max(...group.map(({ id }) => id));
    for (const one of group) Object.assign(one, { toldWithId: newestId, isSent: one.id === newestId });
  }
  return planned.map(({ turn: _, ...plan }) => plan);
}

function turnPlan(turn: Turn, nowMs: number): PlannedTurn {
  const { id } = turn;
  const channel = turn.isRead ? null : nextChannel(turn);
  const none = { id, channel: null, heldUntilMs: null, toldWithId: turn.toldWithId, isSent: false };
  if (channel === null) return none;
  const heldUntilMs = heldUntil(turn, nowMs);
  if (heldUntilMs !== null) return { ...none, heldUntilMs, toldWithId: turn.toldWithId ?? id };
  // One mail says all that waits for a person by itself.
  return { ...none, channel, toldWithId: channel === "email" ? null : turn.toldWithId, isSent: true };
}
