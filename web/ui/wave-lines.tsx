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
  "M0 147C45 141 90 125 140 125C200 125 230 161 298 161C370 161 400 117 476 117C545 117 590 143 680 143" +
  "C760 143 800 99 860 99C900 99 920 105 965 105C1040 105 1060 27 1120 27C1180 27 1230 51 1300 51C1350 51 1390 27 1440 9";

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
