/** One of the four figures of the landing page; null where the page measures it. */
export type LandingFigure = { figure: string | null; label: string };

/**
 * The operator's claims about the service. Set your own values before you deploy; these are from section 1 of the
 * specification. The page measures the latency while it is null here.
 */
export const LANDING_FIGURES: readonly LandingFigure[] = [
  { figure: "10K+", label: "active traders" },
  { figure: "$2.5B+", label: "volume traded" },
  { figure: "99.9%", label: "uptime" },
  { figure: null, label: "latency" },
];

/** `12ms`, formatted like the other figures; the specification's "Under 1ms" only where that was measured. */
export function latencyFigure(medianMs: number): string {
  return medianMs < 1 ? "Under 1ms" : `${Math.round(medianMs)}ms`;
}
