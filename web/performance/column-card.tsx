import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useContext, useId } from "react";
import { Card, CardTitle } from "../ui/card.tsx";
import { Plot } from "../ui/charts/plot.tsx";
import { directionOf, formatSignedMoney } from "../ui/format.ts";
import { Box, Grid, Text } from "../ui/layout.tsx";
import { Money, MoneyUnitContext } from "../ui/money.tsx";
import { tint, type } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { type BarScale, barScale } from "./bar-scale.ts";
import { performanceText } from "./performance-text.ts";
import type { Only } from "./trade-filter.ts";
import { ResultLink, ViewLink } from "./trades-link.tsx";

const text = performanceText.breakdown;
/** Room above and below the bars for their sums. */
const SUM_PX = 20;

/** Over the whole plot and the room of the sums, so that a bar of zero height can be clicked too. */
const Columns = styled("div")`
  position: absolute;
  inset: -${SUM_PX}px 0;
  display: flex;
  & > a {
    position: relative;
    flex: 1;
    min-width: 0;
    container-type: inline-size;
    padding: ${SUM_PX}px 0;
    border-radius: 4px;
    transition: background-color var(--motion);
  }
  & > a:hover {
    background: ${tint("text", 6)};
  }
  & > a:focus-visible {
    outline-offset: -2px;
  }
  & > a > :last-child {
    position: relative;
    display: block;
    height: 100%;
  }
  & i,
  & small {
    position: absolute;
    left: 50%;
    transform: translateX(-50%);
  }
  & i {
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
    font-size: 11px;
    letter-spacing: -0.02em;
    white-space: nowrap;
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
  hasSums?: boolean;
};

/** Results of the parts of a day or a week as columns above and below a zero line, with the best and the worst as text. */
export function ColumnCard({ title, groups, hasSums = false }: ColumnCardProps) {
  useSignals();
  const unit = useContext(MoneyUnitContext);
  const id = useId();
  const scale = barScale(groups.map(({ pnl }) => pnl));
  const traded = groups.filter(({ trades }) => trades > 0).sort((a, b) => b.pnl - a.pnl);
  const [best, worst] = [traded[0], traded.at(-1)];
  return (
    <Card isColumn aria-labelledby={id}>
      <CardTitle as="h3" id={id} title={title}>
        <Text as="span" size="caption" tone="muted">
          {text.unit(unit.before || unit.after.trim())}
        </Text>
      </CardTitle>
      <Plot
        levels={[{ at: scale.zero, isBase: true }]}
        names={groups.map(({ name, mark }) => ({ key: name, label: mark }))}
        spread="columns"
        minHeight={144}
        margin={`${SUM_PX}px 0`}
      >
        <Columns>
          {groups.map((group) => (
            <Bar key={group.name} group={group} scale={scale} hasSum={hasSums} />
          ))}
        </Columns>
      </Plot>
      {best && worst && (
        <Box as="dl" className="num" margin="12px 0 0" size="dense">
          {best === worst ? (
            <End label={text.only} group={best} />
          ) : (
            <>
              <End label={text.best} group={best} />
              <End label={text.worst} group={worst} />
            </>
          )}
        </Box>
      )}
    </Card>
  );
}

function Bar({ group, scale, hasSum }: { group: ColumnGroup; scale: BarScale; hasSum: boolean }) {
  const { name, only, pnl, trades, wins } = group;
  const unit = useContext(MoneyUnitContext);
  const { start, length } = scale.barOf(pnl);
  const label = text.bar(
    name,
    formatSignedMoney(pnl, undefined, unit),
    trades,
    trades === 0 ? 0 : (wins * 100) / trades,
  );
  const end = pnl < 0 ? { top: `calc(${100 - start}% + 2px)` } : { bottom: `calc(${start + length}% + 2px)` };
  return (
    <ViewLink view={{ mode: "all", only }} title={label}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <span aria-hidden="true">
        {trades > 0 && <i data-side={directionOf(pnl, unit)} style={{ bottom: `${start}%`, height: `${length}%` }} />}
        {hasSum && trades > 0 && (
          <small className="num" style={end}>
            <Money usd={pnl} as="narrow" />
          </small>
        )}
      </span>
    </ViewLink>
  );
}

function End({ label, group: { name, pnl, only } }: { label: string; group: ColumnGroup }) {
  return (
    <Grid columns="44px minmax(0, 1fr) auto" align="center" gap={8} height={32} line="top">
      <Text as="dt" tone="muted">
        {label}
      </Text>
      <dd>{name}</dd>
      <Text as="dd" weight={600}>
        <ResultLink view={{ mode: "all", only }} usd={pnl} />
      </Text>
    </Grid>
  );
}
