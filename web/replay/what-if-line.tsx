import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { ReactNode } from "react";
import { partsPerCent } from "../../worker/contract/demo/demo-arithmetic.ts";
import type { DemoFill } from "../../worker/contract/demo/demo-types.ts";
import { milliROfGain } from "../../worker/contract/milli-r.ts";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import type { PositionStory } from "../../worker/contract/replay/position-story.ts";
import { firstStopOf, type WhatIfRule } from "../../worker/contract/replay/what-if-rules.ts";
import { stepsText } from "../demo/demo-format.ts";
import { Select } from "../ui/fields/select.tsx";
import { formatClock } from "../ui/format.ts";
import { Check, CircleDashed, Icon, type IconGlyph, Repeat } from "../ui/icon.tsx";
import { Money } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import { centsText, rText } from "./replay-format.ts";
import { replayText as text } from "./replay-text.ts";
import type { WhatIfAnswer, WhatIfOutcome } from "./what-if-answer.ts";

const Line = styled("section")`
  display: flex;
  align-items: center;
  gap: 16px;
  min-height: 72px;
  padding: 12px 16px;
  border-top: 1px solid var(--line);
  background: var(--raised);
  & > i {
    display: flex;
    flex: none;
  }
  & > div {
    flex: 1;
    min-width: 0;
  }
  & h3 {
    ${type.body}
    font-weight: 600;
  }
  & p {
    ${type.caption}
    color: var(--muted);
  }
  & > [data-part="rule"] {
    flex: none;
    width: 176px;
  }
  & > [data-part="sum"] {
    ${type.body}
    flex: none;
    font-weight: 600;
    text-align: right;
  }
  & small {
    ${type.caption}
    display: block;
    color: var(--muted);
    font-weight: 400;
  }
  ${media.phone} {
    flex-wrap: wrap;
    gap: 8px 12px;
    & > div {
      flex: 1 0 calc(100% - 40px);
    }
    & > [data-part="rule"] {
      flex: 1;
    }
    & > [data-part="sum"] {
      margin-left: auto;
    }
  }
`;

type WhatIfLineProps = {
  story: PositionStory;
  /** Null while it is computed. */
  answer: WhatIfAnswer | null;
  rule: WhatIfRule | null;
  onRule: (rule: WhatIfRule) => void;
  timeZone: string;
  /** What proves the closing that would have been. */
  proofOf: (closing: DemoFill) => ReactNode;
};

/** What would have come of a trade with one rule kept: one sentence, and the difference. */
export function WhatIfLine({ story, answer, rule, onRule, timeZone, proofOf }: WhatIfLineProps) {
  // Sums may be hidden at any time.
  useSignals();
  if (!answer) return <Plain icon={CircleDashed} title={text.computing} />;
  switch (answer.kind) {
    case "kept":
      return <Plain icon={Check} title={text.keptStop} words={text.keptStopText} />;
    case "no_stop":
      return <Plain icon={CircleDashed} title={text.noStop} words={text.noStopText} />;
    case "unsure":
      return <Plain icon={CircleDashed} title={text.unsure} words={text.unsureText} />;
    case "outcomes": {
      const outcome = answer.outcomes.find((one) => one.rule === rule) ?? answer.outcomes[0];
      if (!outcome) return null;
      const difference = outcome.netCents - answer.ownCents;
      const words = text.rules[outcome.rule];
      const title =
        difference === 0
          ? text.same(words, centsText(answer.ownCents))
          : text.instead(words, centsText(outcome.netCents), centsText(answer.ownCents));
      const r = rText(milliROf(story, difference));
      return (
        <OutcomeLine
          label={text.whatIf}
          title={title}
          words={endOf(story, outcome, timeZone)}
          differenceCents={difference}
          r={r}
          after={outcome.last && proofOf(outcome.last)}
        >
          {answer.outcomes.length > 1 && (
            <span data-part="rule">
              <Select
                label={text.whatIf}
                size="compact"
                value={outcome.rule}
                options={answer.outcomes.map((one) => ({ value: one.rule, label: text.ruleNames[one.rule] }))}
                onChange={onRule}
              />
            </span>
          )}
        </OutcomeLine>
      );
    }
  }
}

type OutcomeLineProps = {
  /** What the region is called; a trade may have two. */
  label: string;
  title: string;
  words: string;
  differenceCents: number;
  r?: string | null;
  /** After the words: what proves them. */
  after?: ReactNode;
  children?: ReactNode;
};

/** An outcome as one sentence, how it came, and the difference. */
export function OutcomeLine({ label, title, words, differenceCents, r, after, children }: OutcomeLineProps) {
  return (
    <Line aria-label={label}>
      <i>
        <Icon of={Repeat} size={20} tone="accent" />
      </i>
      <div>
        <h3 className="num">{withWholeSums(title)}</h3>
        <p className="num">
          {words} {after}
        </p>
      </div>
      {children}
      <span data-part="sum">
        <Money usd={dollarsFromCents(differenceCents)} as="result" />
        {r && <small className="num">{r}</small>}
      </span>
    </Line>
  );
}

/** A line may break between a minus and its sum. */
function withWholeSums(title: string): ReactNode[] {
  return title.split(/(\S*\d\S*)/).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same sum may be there twice, and none moves
      <span key={place} style={{ whiteSpace: "nowrap" }}>
        {part}
      </span>
    ),
  );
}

function Plain({ icon, title, words }: { icon: IconGlyph; title: string; words?: string }) {
  return (
    <Line aria-label={text.whatIf}>
      <i>
        <Icon of={icon} size={20} tone="accent" />
      </i>
      <div>
        <h3>{title}</h3>
        {words && <p>{words}</p>}
      </div>
    </Line>
  );
}

function endOf({ open: { symbol } }: PositionStory, { last, untilMs }: WhatIfOutcome, timeZone: string): string {
  if (!last) return `${text.stillOpen(formatClock(untilMs ?? 0, timeZone))} ${text.onQuotesOpen}`;
  return `${outOf(last, symbol, timeZone)} ${text.onQuotes(last.quote.seq)}`;
}

function outOf({ price, at, asked, rule }: DemoFill, symbol: DemoFill["symbol"], timeZone: string): string {
  const [steps, time] = [stepsText(symbol, price), formatClock(at, timeZone)];
  if (asked === null) return text.outAsYouDid(steps, time);
  const level = stepsText(symbol, asked);
  return rule === "take_profit" ? text.outAtTarget(steps, time, level) : text.outAtStop(steps, time, level);
}

/** A sum in thousandths of the whole position's risk to its first stop; null without one. */
function milliROf(story: PositionStory, cents: number): number | null {
  const first = firstStopOf(story);
  if (!first) return null;
  const { symbol, side, units, price } = story.open;
  const steps = (side === "buy" ? 1 : -1) * (price - first.stop);
  return milliROfGain(cents, (steps * units) / Number(partsPerCent(symbol)));
}
