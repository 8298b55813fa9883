import { styled } from "goober";

const Water = styled("svg")`
  position: absolute;
  left: 0;
  width: 100%;
  height: 180px;
  pointer-events: none;
  z-index: -1;
  & path {
    fill: none;
    stroke: var(--line);
    vector-effect: non-scaling-stroke;
  }
`;

/** The upper bank; the others follow it, lower and fainter. */
const COURSE =
  "M0 146C45 140 90 124 140 124C200 124 230 160 298 160C370 160 400 116 476 116C545 116 590 142 680 142" +
  "C760 142 800 98 860 98C900 98 920 104 965 104C1040 104 1060 26 1120 26C1180 26 1230 50 1300 50C1350 50 1390 26 1440 8";

/**
 * The river: three quiet lines behind things, at most once to a view. It fills the width of the nearest positioned parent,
 * which needs `isolation: isolate`; `top` places it, as CSS (sign-in pages: two thirds of the height).
 */
export function River({ top }: { top: string }) {
  return (
    <Water viewBox="0 0 1440 180" preserveAspectRatio="none" aria-hidden="true" style={{ top }}>
      <path d={COURSE} strokeWidth="1.25" stroke="var(--control)" strokeOpacity="0.9" />
      <path d={COURSE} strokeWidth="1" strokeOpacity="0.75" transform="translate(0 18)" />
      <path d={COURSE} strokeWidth="1" strokeOpacity="0.45" transform="translate(0 36)" />
    </Water>
  );
}
