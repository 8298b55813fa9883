import type { DrawingKind } from "../../worker/contract/terminal/terminal-schema.ts";
import type { DrawingsController } from "../drawings/drawings-controller.ts";
import { useShortcuts } from "../state/shortcuts.ts";
import { toggleScale } from "./chart-choices.ts";
import type { ChartController } from "./chart-controller.ts";
import { toggleFullScreen } from "./full-screen.ts";

/**
 * The keys of the chart, wherever the focus is.
 * @param chart null before it is there
 * @param drawings null where nothing can be drawn
 * @param onTool called after a tool was chosen
 */
export function useChartShortcuts(
  chart: ChartController | null,
  drawings: DrawingsController | null,
  onTool: () => void,
): void {
  const choose = (kind: DrawingKind) => () => {
    drawings?.choose(kind);
    onTool();
  };
  useShortcuts({
    trendLine: choose("trend"),
    horizontalLine: choose("horizontal"),
    fibonacci: choose("fibonacci"),
    logScale: () => toggleScale("log"),
    percentScale: () => toggleScale("percent"),
    backToLive: () => chart?.viewport.showNewest(),
    fullScreen: toggleFullScreen,
  });
}
