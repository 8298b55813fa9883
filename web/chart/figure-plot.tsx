import { effect } from "@preact/signals-react";
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import type uPlot from "uplot";
import UplotReact from "uplot-react";
import { theme } from "../state/theme.ts";
import { type ChartColours, readColours } from "./plot/chart-colours.ts";
import { PlotBox } from "./plot-box.ts";

let colours: ChartColours | null = null;

/** The theme's current colours, cached, for plot options that are evaluated on each drawing. */
export function figureColours(): ChartColours {
  colours ??= readColours();
  return colours;
}

/** uPlot's options except for the size. Colours are functions of {@link figureColours}. */
export type FigureOptions = Omit<uPlot.Options, "width" | "height">;

/**
 * Options of a plot without axes, legend and cursor, which are HTML around it.
 * @param given.x, given.y the values at its edges
 */
export function bareFigure(given: { x: [number, number]; y: [number, number]; series: uPlot.Series[] }): FigureOptions {
  return {
    padding: [0, 0, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: given.x }, y: { range: given.y } },
    series: [{}, ...given.series.map((one) => ({ ...one, points: { show: false } }))],
    axes: [{ show: false }, { show: false }],
  };
}

type FigurePlotProps = {
  /** Must be the same object on every render, or the plot is created again. */
  options: FigureOptions;
  data: uPlot.AlignedData;
  /** Called after the plot has been resized. */
  onResize?: () => void;
};

/** A plot that fills the nearest positioned parent element and follows the theme. */
export function FigurePlot({ options, data, onResize }: FigurePlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const whole = useMemo(() => size && { ...options, ...size }, [options, size]);

  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    colours = null;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      // A hidden element keeps the plot's last size.
      if (width === 0) return;
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const resized = useEffectEvent(() => onResize?.());
  useEffect(() => {
    // The plot is resized only after the current task.
    if (size) queueMicrotask(resized);
  }, [size]);

  useEffect(
    () =>
      effect(() => {
        void theme.value;
        // The theme's colours are set on the root element only after the current task.
        queueMicrotask(() => {
          colours = null;
          plot.current?.redraw(true, true);
        });
      }),
    [],
  );

  return (
    <PlotBox ref={place}>
      {whole && (
        <UplotReact
          options={whole}
          data={data}
          onCreate={(made) => {
            plot.current = made;
          }}
          onDelete={() => {
            plot.current = null;
          }}
        />
      )}
    </PlotBox>
  );
}
