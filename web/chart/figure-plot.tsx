import { effect } from "@preact/signals-react";
import { styled } from "goober";
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import type uPlot from "uplot";
import UplotReact from "uplot-react";
import { theme } from "../state/theme.ts";
import { type ChartColours, readColours } from "./chart-colours.ts";
import { plotParts } from "./plot-parts.ts";

const Place = styled("div")`
  ${plotParts}
  position: absolute;
  inset: 0;
`;

let known: ChartColours | null = null;

/** The theme's colours as they stand on the page, for options that are asked at each drawing. */
export function figureColours(): ChartColours {
  known ??= readColours();
  return known;
}

/** All but the size. Colours are functions of {@link figureColours}. */
export type FigureOptions = Omit<uPlot.Options, "width" | "height">;

type FigurePlotProps = {
  /** The same object on every render, or the plot is made anew. */
  options: FigureOptions;
  data: uPlot.AlignedData;
  /** Called once the plot has taken another size. */
  onResize?: () => void;
};

/** A plot of figures that fill their place: the nearest positioned element around it has the size. It follows the theme. */
export function FigurePlot({ options, data, onResize }: FigurePlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const whole = useMemo(() => size && { ...options, ...size }, [options, size]);

  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    known = null;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      // What is hidden keeps the plot that it had.
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
    // The plot takes its size once this turn is over.
    if (size) queueMicrotask(resized);
  }, [size]);

  useEffect(
    () =>
      effect(() => {
        void theme.value;
        // The theme's colours stand on the root only after this turn.
        queueMicrotask(() => {
          known = null;
          plot.current?.redraw(true, true);
        });
      }),
    [],
  );

  return (
    <Place ref={place}>
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
    </Place>
  );
}
