import { useMemo } from "react";
import { QUIET_MODULES, qrModules } from "./qr-modules.ts";

/** A whole number of pixels; a code of an address is about 200 px wide. */
const MODULE_PX = 4;

/** A text as a QR code: on white in every theme, because cameras need the contrast. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { count, bars } = useMemo(() => qrModules(text), [text]);
  const modules = count + QUIET_MODULES * 2;
  const side = modules * MODULE_PX;
  const box = `${-QUIET_MODULES} ${-QUIET_MODULES} ${modules} ${modules}`;
  return (
    <svg width={side} height={side} viewBox={box} role="img" aria-label={label}>
      <rect x={-QUIET_MODULES} y={-QUIET_MODULES} width={modules} height={modules} rx={8 / MODULE_PX} fill="#ffffff" />
      <path
        d={bars.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join("")}
        fill="#000000"
        shapeRendering="crispEdges"
      />
    </svg>
  );
}
