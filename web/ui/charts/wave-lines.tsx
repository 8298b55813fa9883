import { styled } from "goober";

const Bed = styled("div")<{ $top: string }>`
  position: absolute;
  z-index: -1;
  left: 0;
  right: 0;
  top: ${({ $top }) => $top};
  overflow: hidden;
  pointer-events: none;
`;

// Phones show a part of the drawing at its own scale: scaled to 390 px, the waves would be too steep.
const Water = styled("svg")`
  width: max(100%, 1080px);
  height: 216px;
  & path {
    fill: none;
    vector-effect: non-scaling-stroke;
  }
`;

/** The upper line; the others are offset copies, fainter. */
const COURSE =
  "M0 147c45-6 90-22 140-22c60 0 90 36 158 36c72 0 102-44 178-44c69 0 114 26 204 26" +
  "c80 0 120-44 180-44c40 0 60 6 105 6c75 0 95-78 155-78c60 0 110 24 180 24c50 0 90-24 140-42";

/**
 * The river: three faint background lines, at most once per view. It is as wide as the nearest positioned ancestor,
 * which needs `isolation: isolate`.
 * @param top where it starts, as CSS; sign-in pages have it at two thirds of the height
 */
export function WaveLines({ top }: { top: string }) {
  return (
    <Bed $top={top} aria-hidden="true">
      <Water viewBox="0 0 1440 216" preserveAspectRatio="none">
        <path d={COURSE} stroke="var(--control)" strokeOpacity="0.55" strokeWidth="1.25" />
        <path d={COURSE} stroke="var(--line)" strokeOpacity="0.9" strokeWidth="1" transform="translate(0 18)" />
        <path d={COURSE} stroke="var(--line)" strokeOpacity="0.55" strokeWidth="1" transform="translate(0 36)" />
      </Water>
    </Bed>
  );
}
