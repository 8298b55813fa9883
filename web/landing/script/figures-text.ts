import { CLAIMS } from "./claims.ts";

/** One of the four figures of the landing page; null where the page measures it. */
export type LandingFigure = { figure: string | null; label: string };

export const LANDING_FIGURES: readonly LandingFigure[] = [
  { figure: CLAIMS.traders, label: "active traders" },
  { figure: CLAIMS.volume, label: "volume traded" },
  { figure: CLAIMS.uptime, label: "uptime" },
  { figure: CLAIMS.latency, label: "latency" },
];

/** `12ms`, formatted like the other figures; the specification's "Under 1ms" only where that was measured. */
export function latencyFigure(medianMs: number): string {
  return medianMs < 1 ? "Under 1ms" : `${Math.round(medianMs)}ms`;
}
