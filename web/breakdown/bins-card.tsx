import { styled } from "goober";
import { Link } from "wouter";
import { type Breakdown, GROUP_MIN, middleOfBin } from "../../worker/contract/trade-groups.ts";
import { type PerformanceAddress, performancePath } from "../performance/performance-address.ts";
import { performanceText } from "../performance/performance-text.ts";
import { Card, CardTitle } from "../ui/card.tsx";
import { Plot } from "../ui/charts/plot.tsx";
import { formatCount, formatSignedPrice } from "../ui/format.ts";
import { Text } from "../ui/layout.tsx";
import { tint, type } from "../ui/theme.ts";
import { breakdownText } from "./breakdown-text.ts";
import { toneOf } from "./interval-scale.ts";

const text = breakdownText.bins;
/** Room above the bars for their counts. */
const COUNT_PX = 18;

const Bars = styled("div")`
  position: absolute;
  inset: -${COUNT_PX}px 0 0;
  display: flex;
  & > a {
    position: relative;
    flex: 1;
    min-width: 0;
    border-radius: 4px;
    color: var(--muted);
  }
  & > a[data-side="up"] {
    color: var(--up);
  }
  & > a[data-side="down"] {
    color: var(--down);
  }
  & > a:hover {
    background: ${tint("text", 6)};
  }
  & > a:focus-visible {
    outline-offset: -2px;
  }
  & i {
    position: absolute;
    inset: auto 12% 0;
    min-height: 1px;
    border-radius: 2px 2px 0 0;
    opacity: 0.85;
    background: currentColor;
  }
  & small {
    ${type.caption}
    position: absolute;
    inset-inline: 0;
    color: var(--muted);
    font-size: 11px;
    text-align: center;
  }
`;

type BinsCardProps = { breakdown: Breakdown; at: Pick<PerformanceAddress, "account" | "filter"> };

/** How often trades came out at which multiple of their risk. Each bar opens its trades. */
export function BinsCard({ breakdown: { all, rBins }, at }: BinsCardProps) {
  const most = Math.max(1, ...rBins);
  const isFew = all.risked < GROUP_MIN;
  return (
    <Card isColumn aria-labelledby="bins">
      <CardTitle as="h2" id="bins" title={text.title}>
        <Text as="span" size="caption" tone="muted" className="num">
          {text.note(all.risked, all.trades)}
        </Text>
      </CardTitle>
      {all.risked === 0 ? (
        <Text tone="muted">{text.none}</Text>
      ) : (
        <Plot
          levels={[{ at: 0, isBase: true }]}
          names={rBins.map((_, bin) => ({ key: String(bin), label: labelOf(bin, rBins.length) }))}
          spread="columns"
          minHeight={160}
          margin={`${COUNT_PX}px 0 0`}
        >
          <Bars>
            {rBins.map((count, bin) => {
              const key = String(bin);
              const label = text.bar(performanceText.only({ by: "group", of: "r", key }), count);
              const middle = middleOfBin(bin);
              return (
                <Link
                  key={key}
                  href={performancePath({ ...at, view: { mode: "all", only: { by: "group", of: "r", key } } })}
                  title={label}
                  aria-label={label}
                  data-side={isFew || middle === 0 ? undefined : middle > 0 ? "up" : "down"}
                >
                  {count > 0 && (
                    <>
                      <i style={{ height: `calc((100% - ${COUNT_PX}px) * ${count / most})` }} />
                      <small
                        className="num"
                        style={{ bottom: `calc((100% - ${COUNT_PX}px) * ${count / most} + 1px)` }}
                        aria-hidden="true"
                      >
                        {formatCount(count)}
                      </small>
                    </>
                  )}
                </Link>
              );
            })}
          </Bars>
        </Plot>
      )}
      {all.risked > 0 && <Mean risked={all.risked} r={all.r} />}
    </Card>
  );
}

/** Whole multiples alone, as half of them have no room. */
function labelOf(bin: number, bins: number): string {
  const middle = middleOfBin(bin);
  if (bin === 0 || bin === bins - 1 || !Number.isInteger(middle)) return "";
  return middle === 0 ? "0" : `${formatSignedPrice(middle, 0)}R`;
}

function Mean({ risked, r }: Pick<Breakdown["all"], "risked" | "r">) {
  if (r === null) {
    return (
      <Text size="dense" tone="muted" className="num" margin="12px 0 0">
        {breakdownText.ofTwenty(risked)}
      </Text>
    );
  }
  const tone = toneOf(r);
  return (
    <Text size="dense" className="num" margin="12px 0 0">
      {text.mean}{" "}
      <b style={{ color: tone === "open" ? undefined : `var(--${tone})` }}>{formatSignedPrice(r.value, 2)}R</b>{" "}
      <Text as="span" tone="muted">
        {breakdownText.range(formatSignedPrice(r.low, 2), formatSignedPrice(r.high, 2))}
      </Text>
    </Text>
  );
}
