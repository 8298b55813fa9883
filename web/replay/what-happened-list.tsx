import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { DemoRule } from "../../worker/contract/demo/demo-types.ts";
import type { PositionStory } from "../../worker/contract/replay/position-story.ts";
import { type Happening, whatHappened } from "../../worker/contract/replay/what-happened.ts";
import { stepsText } from "../demo/demo-format.ts";
import { useQuery } from "../state/use-query.ts";
import { type AccountName, runOf } from "../trade-accounts/trade-account.ts";
import { formatHour } from "../ui/format.ts";
import { Check, Icon, TriangleAlert } from "../ui/icon.tsx";
import { Box, Text } from "../ui/layout.tsx";
import { type } from "../ui/theme.ts";
import { replayedTradeQuery } from "./replay-calls.ts";
import { replayText as text } from "./replay-text.ts";

const List = styled("ul")`
  ${type.dense}
  display: grid;
  gap: 6px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    align-items: baseline;
    gap: 4px 10px;
  }
  & i {
    flex: none;
    align-self: center;
    height: 16px;
    color: var(--up);
  }
  & > li[data-doubtful="true"] > i {
    color: var(--warn);
  }
  & span {
    flex: 1;
  }
  & small {
    ${type.caption}
    color: var(--muted);
    text-align: right;
  }
`;

/** The closings that follow from what was set before; all others are of the moment. */
const PLANNED: readonly DemoRule[] = ["stop_loss", "take_profit", "trailing_stop"];

type WhatHappenedProps = { account: AccountName; tradeKey: string; timeZone: string };

/** What a trader did with a position of a demo run, step by step, from its log; nothing where there is no log of it. */
export function WhatHappened({ account, tradeKey, timeZone }: WhatHappenedProps) {
  useSignals();
  const run = runOf(account);
  const { value } = useQuery(replayedTradeQuery(run === null ? null : `run:${run}`, tradeKey));
  if (value?.kind !== "part") return null;
  const { story } = value;
  const part = story.closings.find(({ id }) => String(id) === tradeKey);
  if (!part) return null;
  return (
    <Box margin="0 0 16px" pad="0 0 16px" line="bottom">
      <Text as="h3" size="caption" tone="muted" weight={400} margin="0 0 8px">
        {text.happened}
      </Text>
      <List className="num">
        {whatHappened(story, part).map((happening) => (
          <li key={JSON.stringify(happening)} data-doubtful={isDoubtful(happening)}>
            <i>
              <Icon of={isDoubtful(happening) ? TriangleAlert : Check} size={16} />
            </i>
            <span>{wordsOf(story, happening)}</span>
            <small>{detailOf(story, happening, timeZone)}</small>
          </li>
        ))}
      </List>
    </Box>
  );
}

/** Whether it left what was set before: a stop further away or removed, or a closing of the moment. */
function isDoubtful(happening: Happening): boolean {
  switch (happening.type) {
    case "opened":
      return (happening.pastSteps ?? 0) > 0;
    case "stop":
      return happening.change === "further" || happening.change === "removed";
    case "target":
      return false;
    case "closed":
      return !PLANNED.includes(happening.rule);
  }
}

function wordsOf({ open, closings }: PositionStory, happening: Happening): string {
  switch (happening.type) {
    case "opened": {
      const words = text.opened[open.side];
      if (happening.pastSteps === null) return words.market;
      return happening.pastSteps > 0 ? words.past : words.planned;
    }
    case "stop":
      return text.stopChanges[happening.change];
    case "target":
      return text.targetChanges[happening.change];
    case "closed":
      return text.closedBy(text.closings[happening.rule], happening.units < open.units && closings.length > 1);
  }
}

function detailOf({ open: { symbol } }: PositionStory, happening: Happening, timeZone: string): string {
  const time = formatHour(happening.at, timeZone);
  if (happening.type === "opened" || happening.type === "closed") {
    return text.at(time, stepsText(symbol, happening.price));
  }
  return happening.steps === null ? time : text.by(time, stepsText(symbol, happening.steps));
}
