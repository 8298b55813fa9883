/** One of the four figures of the landing page, as it is printed. */
export type LandingFigure = { figure: string; label: string };

/**
 * What the operator says about the service: configuration, not a measurement. Set them to your own before you deploy; the
 * values here are the specification's (section 1).
 */
export const LANDING_FIGURES: readonly LandingFigure[] = [
  { figure: "10K+", label: "active traders" },
  { figure: "$2.5B+", label: "volume traded" },
  { figure: "99.9%", label: "uptime" },
  { figure: "Under 1ms", label: "latency" },
];
