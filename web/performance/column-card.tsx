import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useId } from "react";
import { Card } from "../ui/card.tsx";
import { capUsd, directionOf } from "../ui/format.ts";
import { Money } from "../ui/money.tsx";
import { tint, type } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { barScale } from "./bar-scale.ts";
import { performanceText } from "./performance-text.ts";
import type { Only } from "./trade-filter.ts";
import { TradesLink, ViewLink } from "./trades-link.tsx";

const text = performanceText.breakdown;
/** Room above and below the bars for their sums. */
const SUM_PX = 20;

const Frame = styled(Card)`
  display: flex;
  flex-direction: column;
  & > header {
    ${type.body}
    display: flex;
    justify-content: space-between;
    gap: 12px;
    margin-bottom: 12px;
  }
  & > header > span {
    ${type.caption}
    color: var(--muted);
  }
`;

const Plot = styled("div")`
  position: relative;
  flex: 1;
  display: flex;
  min-height: 184px;
  padding: ${SUM_PX}px 0;
  &::after {
    content: "";
    position: absolute;
    left: 0;
    right: 0;
    top: calc(${SUM_PX}px + (100% - ${SUM_PX * 2}px) * var(--zero));
    border-top: 1px solid var(--control);
  }
`;

const Column = styled(ViewLink)`
  position: relative;
  flex: 1;
  min-width: 0;
  container-type: inline-size;
  /* As high as the plot, so that a bar of zero height can be clicked too. */
  margin: -${SUM_PX}px 0;
  padding: ${SUM_PX}px 0;
  border-radius: 4px;
  transition: background-color var(--motion);
  &:hover {
    background: ${tint("text", 6)};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  & > :last-child {
    position: relative;
    display: block;
    height: 100%;
  }
  & i {
    position: absolute;
    left: 50%;
    transform: translateX(-50%);
    width: min(62%, 26px);
    min-height: 1px;
    border-radius: 2px;
    opacity: 0.85;
    background: var(--up);
  }
  & [data-side="down"] {
    background: var(--down);
  }
  & small {
    ${type.caption}
    position: absolute;
    left: 50%;
    transform: translateX(-50%);
    font-size: 11px;
    letter-spacing: -0.02em;
    white-space: nowrap;
  }
`;

const Names = styled("div")`
  ${type.caption}
  display: flex;
  margin: 4px 0 12px;
  color: var(--muted);
  & > span {
    flex: 1;
    width: 0;
    display: flex;
    justify-content: center;
    white-space: nowrap;
  }
`;

const Ends = styled("dl")`
  ${type.dense}
  & > div {
    display: grid;
    grid-template-columns: 44px minmax(0, 1fr) auto;
    align-items: center;
    gap: 8px;
    height: 32px;
    border-top: 1px solid var(--line);
  }
  & dt {
    color: var(--muted);
  }
  & dd:last-child {
    font-weight: 600;
  }
`;

/** One bar: a part of a day or a week with the results of its trades; `pnl` in dollars. */
export type ColumnGroup = {
  /** The name in a sentence, and the label under the bar; the label is empty where there is no room. */
  name: string;
  mark: string;
  only: Only;
  pnl: number;
  trades: number;
  wins: number;
};

type ColumnCardProps = {
  title: string;
  groups: readonly ColumnGroup[];
  /** Shows the sums at the ends of the bars. */
  hasSums?: boolean;
};

/**
 * Results of the parts of a day or a week as columns above and below a zero line, with the best and the worst as text.
 */
export function ColumnCard({ title, groups, hasSums = false }: ColumnCardProps) {
  useSignals();
  const id = useId();
  const scale = barScale(groups.map(({ pnl }) => pnl));
  const traded = groups.filter(({ trades }) => trades > 0).sort((a, b) => b.pnl - a.pnl);
  const [best, worst] = [traded[0], traded.at(-1)];
  return (
    <Frame aria-labelledby={id}>
      <header>
        <h3 id={id}>{title}</h3>
        <span>{text.unit}</span>
      </header>
      {/* The CSSProperties type has no custom properties. */}
      <Plot style={{ "--zero": (100 - scale.zero) / 100 } as React.CSSProperties}>
        {groups.map(({ name, only, pnl, trades, wins }) => {
          const { start, length } = scale.barOf(pnl);
          const label = text.bar(name, pnl, trades, trades === 0 ? 0 : (wins * 100) / trades);
          return (
            <Column key={name} view={{ mode: "all", only }} title={label}>
              <VisuallyHidden>{label}</VisuallyHidden>
              <span aria-hidden="true">
                {trades > 0 && <i data-side={directionOf(pnl)} style={{ bottom: `${start}%`, height: `${length}%` }} />}
                {hasSums && trades > 0 && (
                  <small
                    className="num"
                    style={
                      pnl < 0 ? { top: `calc(${100 - start}% + 2px)` } : { bottom: `calc(${start + length}% + 2px)` }
                    }
                  >
                    <Money usd={pnl} as="narrow" />
                  </small>
                )}
              </span>
            </Column>
          );
        })}
      </Plot>
      <Names aria-hidden="true" className="num">
        {groups.map(({ name, mark }) => (
          <span key={name}>{mark}</span>
        ))}
      </Names>
      {best && worst && (
        <Ends className="num">
          <End label={text.best} group={best} />
          <End label={text.worst} group={worst} />
        </Ends>
      )}
    </Frame>
  );
}

function End({ label, group: { name, pnl, only } }: { label: string; group: ColumnGroup }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{name}</dd>
      <dd>
        <TradesLink view={{ mode: "all", only }}>
          <Money usd={capUsd(pnl)} as="result" />
        </TradesLink>
      </dd>
    </div>
  );
}
