import { changeRun, type DemoWork } from "./demo-work.ts";

/** Nobody owes demo money: without an open position, a balance below zero becomes zero. */
export function protectBalance(work: DemoWork): void {
  const { run } = work.state;
  if (!run || run.positions.length > 0 || run.balanceCents >= 0) return;
  const cents = -run.balanceCents;
  changeRun(work, { balanceCents: 0, protectionCents: run.protectionCents + cents });
  work.events.push({ type: "balance_protected", at: work.at, cents });
}
