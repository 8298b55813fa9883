/** One of the four figures of the landing page, as it is printed; null where the page measures it. */
export type LandingFigure = { figure: string | null; label: string };

/**
 * What the operator says about the service. Set them to your own before you deploy; the values here are the
 * specification's (section 1). Latency is the one that the page measures by itself while it has no figure here.
 */
export const LANDING_FIGURES: readonly LandingFigure[] = [
  { figure: "10K+", label: "active traders" },
  { figure: "$2.5B+", label: "volume traded" },
  { figure: "99.9%", label: "uptime" },
  { figure: null, label: "latency" },
];

/** `12ms`, as the other figures are printed; the specification's "Under 1ms" only where that was measured. */
export function latencyFigure(medianMs: number): string {
  return medianMs < 1 ? "Under 1ms" : `${Math.round(medianMs)}ms`;
}
