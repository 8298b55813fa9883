import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { DemoFill } from "../../worker/contract/demo/demo-types.ts";
import type { ExcursionMark, PartExcursion } from "../../worker/contract/excursion/part-excursion.ts";
import type { PositionStory } from "../../worker/contract/replay/position-story.ts";
import { stepsText } from "../demo/demo-format.ts";
import { formatAge, formatPercent, formatRatio } from "../ui/format.ts";
import { media, type } from "../ui/theme.ts";
import type { ReplayedPart } from "./replay-calls.ts";
import { centsText, rText } from "./replay-format.ts";
import { replayText as text } from "./replay-text.ts";

const Strip = styled("dl")`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(112px, 1fr));
  gap: 12px 0;
  min-height: 86px;
  margin: 0;
  padding: 14px 16px;
  border-top: 1px solid var(--line);
  & > div {
    min-width: 0;
    padding: 0 8px 0 12px;
    border-left: 1px solid var(--line);
  }
  & dt,
  & small {
    ${type.caption}
    display: block;
    color: var(--muted);
  }
  & dd {
    ${type.dense}
    margin: 0;
    font-weight: 600;
  }
  & small {
    font-weight: 400;
  }
  ${media.phone} {
    grid-template-columns: 1fr 1fr;
  }
`;

/** A figure of a strip: its name, the figure, and what it is measured with. */
export type StripFigure = { name: string; figure: string; note?: string | null | undefined };

/** Figures beside each other, each below its name. */
export function FigureStrip({ figures }: { figures: readonly StripFigure[] }) {
  return (
    <Strip className="num">
      {figures.map(({ name, figure, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {figure}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </Strip>
  );
}

type TradeFiguresProps = {
  story: PositionStory;
  part: DemoFill;
  excursion: PartExcursion;
  context: ReplayedPart["context"];
};

/** What happened between the opening and the closing, and what came before it. */
export function TradeFigures({ story, part, excursion, context }: TradeFiguresProps) {
  useSignals();
  const { open } = story;
  const { quote } = open;
  const figures: StripFigure[] = [
    { name: text.inProfit, figure: formatAge(excursion.profitMs), note: text.ofHeld(formatAge(excursion.heldMs)) },
    furthest(text.worstFigure, excursion.worst),
    furthest(text.bestFigure, excursion.best),
  ];
  if (excursion.efficiencyMilli !== null) {
    const figure = formatPercent(excursion.efficiencyMilli / 10, 0);
    figures.push({ name: text.efficiency, figure, note: text.efficiencyText });
  }
  figures.push({
    name: text.entryAge,
    figure: text.ageOld(formatAge(open.ageMs)),
    note: text.spread(stepsText(open.symbol, quote.ask - quote.bid)),
  });
  if (context) {
    const { lastLossMs, medianUnits } = context;
    const figure = lastLossMs === null ? text.noLoss : formatAge(Math.max(0, open.at - lastLossMs));
    figures.push({ name: text.sinceLoss, figure });
    if (medianUnits !== null) {
      figures.push({ name: text.size, figure: `${formatRatio(part.units / medianUnits)}×`, note: text.ofMedian });
    }
  }
  return <FigureStrip figures={figures} />;
}

function furthest(name: string, { milliR, cents }: ExcursionMark): StripFigure {
  const r = rText(milliR);
  return { name, figure: r ?? centsText(cents), note: r === null ? null : centsText(cents) };
}
