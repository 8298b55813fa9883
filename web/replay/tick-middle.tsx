import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useEffect, useMemo, useRef, useState } from "react";
import type { DemoFill } from "../../worker/contract/demo/demo-types.ts";
import { measurePart } from "../../worker/contract/excursion/part-excursion.ts";
import { pathOf } from "../../worker/contract/excursion/position-path.ts";
import { pathPositionOf } from "../../worker/contract/replay/position-story.ts";
import type { WhatIfRule } from "../../worker/contract/replay/what-if-rules.ts";
import { priceDecimals } from "../../worker/contract/symbols.ts";
import { stepsText } from "../demo/demo-format.ts";
import { WHY_THIS_PRICE } from "../demo/receipt-link-text.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { dialogOnDemand } from "../ui/dialog/dialog-on-demand.tsx";
import { formatClock } from "../ui/format.ts";
import { Row } from "../ui/layout.tsx";
import { TextButton } from "../ui/text-button.tsx";
import { AfterLossLine } from "./after-loss-line.tsx";
import { PlotHeight } from "./plot-height.ts";
import { QuoteProof } from "./quote-proof.tsx";
import { ReplayBar } from "./replay-bar.tsx";
import type { ReplayedPart } from "./replay-calls.ts";
import { ReplayPlayer } from "./replay-player.ts";
import { type PlotPicture, ReplayPlot } from "./replay-plot.tsx";
import { replayText as text } from "./replay-text.ts";
import { columnsAt, placeAt, pointAt, timelineOf } from "./replay-timeline.ts";
import { TimelineOver } from "./timeline-over.tsx";
import { TradeFigures } from "./trade-figures.tsx";
import type { TradeTape } from "./trade-tape.ts";
import { useReplayKeys } from "./use-replay-keys.ts";
import { type WhatIfAnswer, whatIfAnswer } from "./what-if-answer.ts";
import { WhatIfLine } from "./what-if-line.tsx";

const ReceiptDialog = dialogOnDemand(
  async () => (await import("../demo/receipt-dialog.tsx")).OwnReceiptDialog,
  () => ({ title: WHY_THIS_PRICE, width: "large" as const, isTall: true }),
);

type TickMiddleProps = { account: AccountName; trade: ReplayedPart; part: DemoFill; tape: TradeTape; timeZone: string };

/** A trade on its tape: the chart that plays again, what would have come of another rule, and what happened in between. */
export function TickMiddle({ account, trade, part, tape, timeZone }: TickMiddleProps) {
  useSignals();
  const { story, context } = trade;
  const root = useRef<HTMLDivElement>(null);
  const [answer, setAnswer] = useState<WhatIfAnswer | null>(null);
  const [rule, setRule] = useState<WhatIfRule | null>(null);
  const [isReceiptOpen, setReceiptOpen] = useState(false);
  // What is read later for another outcome is no part of the picture.
  const timeline = useMemo(() => timelineOf(story, part, [...tape.quotes]), [story, part, tape]);
  const player = useMemo(
    () =>
      new ReplayPlayer({ times: timeline.quotes.map(({ heardAt }) => heardAt), first: 0, last: timeline.exitPlace }),
    [timeline],
  );
  useEffect(() => () => player.pause(), [player]);
  // What opened it may have gone with the focus.
  useEffect(() => {
    if (document.activeElement === document.body) root.current?.focus({ preventScroll: true });
  }, []);
  useReplayKeys(root, player);
  useEffect(() => {
    const control = new AbortController();
    whatIfAnswer(story, tape, { signal: control.signal }).then(setAnswer, (error: unknown) => {
      if (!control.signal.aborted) {
        console.warn("what if not computed", error);
        setAnswer({ kind: "unsure" });
      }
    });
    return () => control.abort();
  }, [story, tape]);

  const excursion = useMemo(() => {
    const position = pathPositionOf(story);
    const points = pathOf(timeline.quotes, position, story.costs);
    const index = position.parts.findIndex(({ id }) => id === part.id);
    return measurePart(position, points, index);
  }, [story, part, timeline]);

  const picture = useMemo(
    () =>
      computed((): PlotPicture => {
        const place = player.place.value;
        const isAtEnd = place >= player.last;
        const shown = isAtEnd ? timeline.quotes.length - 1 : place;
        const stop = story.exits?.stop ?? null;
        const prices = place < timeline.openPlace ? [] : [story.open.price, ...(stop === null ? [] : [stop])];
        const inView = near(prices, excursion);
        return { columns: columnsAt(timeline, shown), rows: timeline.candles.length, prices: inView, tags: inView };
      }),
    [player, timeline, story, excursion],
  );
  const outcomes = answer?.kind === "outcomes" ? answer.outcomes : [];
  const outcome = outcomes.find((one) => one.rule === rule) ?? outcomes[0] ?? null;
  const kept = outcome?.last && outcome.last.at <= part.at ? placeAt(timeline.quotes, outcome.last.quote.seq) : null;
  return (
    <Root ref={root} tabIndex={-1}>
      <PlotHeight>
        <ReplayPlot
          picture={picture}
          sizeMs={timeline.sizeMs}
          decimals={priceDecimals(story.open.symbol)}
          timeZone={timeZone}
          label={text.chart(story.open.symbol)}
          over={(places) => <TimelineOver {...{ places, timeline, story, part, player, outcome, timeZone }} />}
        />
      </PlotHeight>
      <ReplayBar
        player={player}
        marks={[
          ...timeline.marks.map(({ place, type }) => ({ place, of: type })),
          ...(kept === null ? [] : [{ place: kept, of: "kept" as const }]),
        ]}
        wordsAt={(place) => {
          const point = pointAt(story, timeline, place);
          return point && `${formatClock(point.atMs, timeZone)}, ${stepsText(story.open.symbol, point.price)}`;
        }}
      />
      <WhatIfLine
        {...{ story, answer, rule, timeZone }}
        onRule={setRule}
        proofOf={({ quote }) => (
          <Row as="span" wrap gap="0 16px">
            <QuoteProof key={quote.seq} tradeKey={String(part.id)} quote={quote} />
            <TextButton onClick={() => setReceiptOpen(true)}>{text.receipt}</TextButton>
          </Row>
        )}
      />
      <AfterLossLine account={account} tradeId={String(part.id)} closedAtMs={part.at} timeZone={timeZone} />
      <TradeFigures {...{ story, part, excursion, context }} />
      {isReceiptOpen && (
        <ReceiptDialog fillId={part.id} linkedTrader={null} timeZone={timeZone} onClose={() => setReceiptOpen(false)} />
      )}
    </Root>
  );
}

const Root = styled("div")`
  outline: none;
`;

/** The prices that the plot shows besides the candles: those that would not make them small. */
function near(prices: readonly number[], { worst, best }: ReturnType<typeof measurePart>): number[] {
  const [low, high] = [Math.min(worst.price, best.price), Math.max(worst.price, best.price)];
  const room = 2 * Math.max(high - low, 1);
  return prices.filter((price) => price >= low - room && price <= high + room);
}
