/** The look of the candles. */
export const CHART_TYPES = ["candles", "bars", "line", "area", "heikinAshi"] as const;

/** The name of a chart type. */
export type ChartType = (typeof CHART_TYPES)[number];

/** How prices are scaled. Percent is a linear scale whose labels are changes from the first visible close. */
export const SCALE_MODES = ["linear", "log", "percent"] as const;

/** The name of a scale. */
export type ScaleMode = (typeof SCALE_MODES)[number];
