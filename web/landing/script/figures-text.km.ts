import { CLAIMS } from "./claims.ts";
import type { LandingFigure } from "./figures-text.ts";

export const LANDING_FIGURES: readonly LandingFigure[] = [
  { figure: CLAIMS.traders, label: "អ្នកជួញដូរសកម្ម" },
  { figure: CLAIMS.volume, label: "ទំហំជួញដូរ" },
  { figure: CLAIMS.uptime, label: "ពេលដំណើរការ" },
  { figure: CLAIMS.latency, label: "ភាពយឺតយ៉ាវ" },
];

export const latencyFigure: typeof import("./figures-text.ts").latencyFigure = (medianMs) =>
  medianMs < 1 ? "ក្រោម 1ms" : `${Math.round(medianMs)}ms`;
