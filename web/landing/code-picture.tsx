import { styled } from "goober";
import { type DarkBar, qrModules } from "../deposits/qr-modules.ts";
import { type } from "../ui/theme.ts";
import { KHQR_RED } from "./khqr-mark.ts";
import { landingText } from "./landing-text.ts";
import { SAMPLE_DEPOSIT } from "./sample-deposit.ts";

// White and red in every theme: payment codes have fixed colours.
const Frame = styled("div")`
  ${type.dense}
  display: flex;
  flex-direction: column;
  overflow: hidden;
  background: #fff;
  border-radius: var(--radius-card);
  color: #0b1018;
  & > h4 {
    position: relative;
    padding: 10px;
    background: ${KHQR_RED};
    color: #fff;
    text-align: center;
    font-size: 18px;
    line-height: 24px;
    letter-spacing: 0.12em;
  }
  & > h4::after {
    content: "";
    position: absolute;
    top: 100%;
    right: 0;
    border: 10px solid transparent;
    border-color: ${KHQR_RED} ${KHQR_RED} transparent transparent;
  }
  & > p {
    padding: 14px 24px 12px;
    border-bottom: 1px dashed #c4cad4;
  }
  & > p > b {
    display: block;
    font-size: 20px;
    line-height: 28px;
  }
  & small {
    font-size: 13px;
    font-weight: 400;
  }
  & > svg {
    width: 248px;
    max-width: calc(100% - 48px);
    height: auto;
    margin: auto;
    padding: 20px 0;
    box-sizing: content-box;
  }
  & > div {
    padding: 12px 24px;
    border-top: 1px solid #e3e7ee;
    text-align: center;
    font-weight: 500;
  }
`;

/** A sample code that phones can read; its text says that it pays nothing. */
export function CodePicture() {
  const { codePicture, code, codeNote } = landingText.deposit;
  const { count, bars } = qrModules(code);
  // Bars as strokes, one path per row: half the size of the same bars as rectangles.
  const rows = Array.from({ length: count }, (_, y) => rowPath(bars.filter((bar) => bar.y === y)));
  return (
    <Frame role="img" aria-label={codePicture}>
      <h4>KHQR</h4>
      <p>
        Tonle
        <b className="num">
          {SAMPLE_DEPOSIT.amountUsd.toFixed(2)} <small>USD</small>
        </b>
      </p>
      <svg viewBox={`0 0 ${count} ${count}`} shapeRendering="crispEdges" aria-hidden="true">
        <path stroke="#000" d={rows.map((row, y) => `M0 ${y}.5${row}`).join("")} />
      </svg>
      <div>{codeNote}</div>
    </Frame>
  );
}

function rowPath(bars: readonly DarkBar[]): string {
  let end = 0;
  const strokes = bars.map(({ x, length }) => {
    const gap = x - end;
    end = x + length;
    return `${gap > 0 ? `m${gap} 0` : ""}h${length}`;
  });
  return strokes.join("");
}
