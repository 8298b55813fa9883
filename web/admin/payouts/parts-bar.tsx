import { styled } from "goober";

const Bar = styled("div")`
  display: flex;
  gap: 2px;
  height: var(--parts-height, 6px);
  border-radius: 4px;
  overflow: hidden;
  background: var(--raised);
  & > i {
    min-width: 3px;
    background: var(--part);
  }
`;

/** A part of a bar. @property share how much it is, in any unit */
export type BarPart = { key: string; share: number; colour: string };

/** A whole in its parts, each as long as its share. The words beside it say the same. */
export function PartsBar({ parts, heightPx = 6 }: { parts: readonly BarPart[]; heightPx?: number }) {
  return (
    // CSSProperties has no custom properties.
    <Bar aria-hidden="true" style={{ "--parts-height": `${heightPx}px` } as { [name: string]: string }}>
      {parts
        .filter(({ share }) => share > 0)
        .map(({ key, share, colour }) => (
          <i key={key} style={{ flexGrow: share, "--part": colour } as { [name: string]: string | number }} />
        ))}
    </Bar>
  );
}

/** Shades of the accent, the strongest first; the last is that of all others. */
const SHADES = [100, 60, 36, 22, 14] as const;

/** The colour of the part at a place. */
export function shadeAt(place: number): string {
  const percent = SHADES[Math.min(place, SHADES.length - 1)];
  return `color-mix(in oklab, var(--accent) ${percent}%, var(--surface))`;
}
