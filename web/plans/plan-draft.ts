import { PLAN } from "../../worker/contract/demo/demo-bounds.ts";
import { oneLine } from "../../worker/contract/demo/demo-plan.ts";
import type { DemoPlan } from "../../worker/contract/demo/demo-types.ts";

/** A plan as it is typed: a setup, or empty texts for none, and a reason. */
export type PlanDraft = { setupId: string; setupName: string; reason: string };

export const NO_PLAN: PlanDraft = { setupId: "", setupName: "", reason: "" };

/** The plan of an order, as it is typed. */
export function planToType(plan: DemoPlan | null | undefined): PlanDraft {
  return { setupId: plan?.setupId ?? "", setupName: plan?.setupName ?? "", reason: plan?.reason ?? "" };
}

/** `Breakout retest, “67,800 broke and holds”` */
export function planWords({ setupName, reason }: Pick<DemoPlan, "setupName" | "reason">): string {
  return [setupName, reason && `“${reason}”`].filter(Boolean).join(", ");
}

/** The plan that is sent; null where nothing is typed. An order never fails for its plan: what the engine refuses is not in it. */
export function planOf({ setupId, setupName, reason }: PlanDraft): DemoPlan | null {
  const line = [...oneLine(reason)].slice(0, PLAN.reasonMax).join("").trim();
  const name = [...oneLine(setupName)].slice(0, PLAN.setupNameMax).join("").trim();
  const setup = setupId === "" || name === "" ? { setupId: null, setupName: null } : { setupId, setupName: name };
  return setup.setupId === null && line === "" ? null : { ...setup, reason: line };
}
