import type { DemoSide } from "../../worker/contract/demo/demo-types.ts";

/** An order that the chart suggests: it waits for the price at which the chart was pressed, or for the entry of a plan. */
export type ChartOrder = {
  type: "limit" | "stop";
  side: DemoSide;
  priceSteps: number;
  /** The rest of a plan: its exits, and what it may lose. */
  plan?: { stopSteps: number; targetSteps: number; riskCents: number };
};
