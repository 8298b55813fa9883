import { styled } from "goober";
import { NO_VALUE } from "../ui/format.ts";
import { type } from "../ui/theme.ts";
import { HISTOGRAM } from "./histogram.ts";
import { liveText } from "./live-text.ts";

const Frame = styled("div")`
  ${type.caption}
  display: flex;
  flex-direction: column;
  padding: 20px 20px 12px;
  color: var(--muted);
  & dl {
    display: flex;
    justify-content: space-between;
  }
  & dl > div:last-child {
    text-align: right;
  }
  & dd {
    ${type.figure}
    font-weight: 600;
    color: var(--text);
  }
  & dl > div:last-child > dd {
    ${type.body}
    line-height: 36px;
    font-weight: 500;
  }
  & > svg {
    flex: 1;
    width: 100%;
    min-height: 73px;
    margin-top: 20px;
  }
  & [data-part="bars"] {
    fill: var(--accent);
  }
  & > svg > line {
    stroke: var(--control);
  }
  & > p {
    display: flex;
    justify-content: space-between;
    margin-top: 6px;
  }
  /* Each tick is centred on its own position on the scale, whatever its width. */
  & > p > span {
    display: flex;
    justify-content: center;
    width: 0;
    white-space: nowrap;
  }
  & > p > span:first-child {
    justify-content: start;
  }
  & > p > span:last-child {
    justify-content: end;
  }
`;

const TICKS = ["0", "", "", "", "ms"];

/** The age of prices when they leave the server, measured on this page. */
export function LatencyPicture() {
  const { median, slowest } = liveText.latency;
  return (
    <Frame data-latency="" data-cut="below">
      <dl>
        <div>
          <dt data-part="count">{median}</dt>
          <dd className="num" data-part="median">
            {NO_VALUE}
          </dd>
        </div>
        <div>
          <dt>{slowest}</dt>
          <dd className="num" data-part="slowest">
            {NO_VALUE}
          </dd>
        </div>
      </dl>
      <svg viewBox={`0 0 ${HISTOGRAM.width} ${HISTOGRAM.height + 1}`} preserveAspectRatio="none" aria-hidden="true">
        <path data-part="bars" />
        <line x1="0" x2={HISTOGRAM.width} y1={HISTOGRAM.height + 0.5} y2={HISTOGRAM.height + 0.5} />
      </svg>
      <p className="num" aria-hidden="true">
        {TICKS.map((tick, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the ticks are constant and never reordered
          <span key={index} data-part="tick">
            {tick}
          </span>
        ))}
      </p>
    </Frame>
  );
}
