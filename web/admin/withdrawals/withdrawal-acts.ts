import type { Word } from "../desk/desk-types.ts";
import type { DeskWithdrawal } from "./withdrawal-types.ts";

/** What stands between an admin and the next step of a request. */
export type Obstacle = "done" | "own" | "claimed" | "frozen" | "hold" | "agreed";

export type WithdrawalActs = {
  /** The step that brings it forward: an approval of a pending one, the payment of an approved one. */
  forward: "approve" | "complete";
  /** Null when it can be taken now. */
  forwardObstacle: Obstacle | null;
  rejectObstacle: Exclude<Obstacle, "frozen" | "hold" | "agreed"> | null;
};

/**
 * What an admin may do with a request now. The API decides; this keeps the desk from offering what it would refuse.
 * @param adminId who looks at it
 * @param nowMs epoch ms
 */
export function withdrawalActs(request: DeskWithdrawal, adminId: string, nowMs: number): WithdrawalActs {
  const forward = request.status === "approved" ? "complete" : "approve";
  const rejectObstacle = obstacleOf(request, adminId, nowMs);
  return { forward, rejectObstacle, forwardObstacle: rejectObstacle ?? paymentObstacle(request, adminId, nowMs) };
}

/** A completion can be sent again: whoever mistyped the payment's id puts it right so. */
function paymentObstacle(request: DeskWithdrawal, adminId: string, nowMs: number) {
  if (request.user.frozenAt !== null) return "frozen";
  if (request.status !== "pending") return null;
  if (request.approvableAt !== null && Date.parse(request.approvableAt) > nowMs) return "hold";
  return wordsForNext(request).some((word) => word.adminId === adminId) ? "agreed" : null;
}

/** The words that were given for the step that is next. */
export function wordsForNext({ status, words }: DeskWithdrawal): readonly Word[] {
  const act = status === "approved" ? "complete" : "approve";
  return words.filter((word) => word.act === act);
}

function obstacleOf(request: DeskWithdrawal, adminId: string, nowMs: number) {
  if (request.status === "completed" || request.status === "rejected") return "done";
  if (request.userId === adminId) return "own";
  return claimOf(request, adminId, nowMs)?.isYours === false ? "claimed" : null;
}

/**
 * Who works on a request now; null when nobody does.
 * @property leftMs for how much longer
 */
export type Claim = { name: string; isYours: boolean; leftMs: number };

/** @param adminId who looks at it: two admins can have one name */
export function claimOf(request: DeskWithdrawal, adminId: string, nowMs: number): Claim | null {
  const { claimedBy, claimedById, claimedUntil } = request;
  if (claimedBy === null || claimedUntil === null) return null;
  const leftMs = Date.parse(claimedUntil) - nowMs;
  return leftMs > 0 ? { name: claimedBy, isYours: claimedById === adminId, leftMs } : null;
}
