import { styled } from "goober";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { formatCount } from "../ui/format.ts";
import { Box, Text } from "../ui/layout.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { media, type } from "../ui/theme.ts";
import { titleOfQuestion } from "./finding-words.ts";
import { FINDINGS, type Waiting } from "./findings/find-differences.ts";
import { insightsText as text } from "./insights-text.ts";
import type { Study } from "./study.ts";

const Row = styled("li")`
  ${type.dense}
  display: grid;
  grid-template-columns: minmax(0, 1fr) 120px;
  align-items: center;
  gap: 4px 16px;
  padding: 10px 20px;
  & > b {
    font-weight: 500;
  }
  & > small {
    ${type.caption}
    color: var(--muted);
  }
  & > [data-count] {
    text-align: right;
  }
  ${media.phone} {
    padding: 10px 16px;
  }
`;

/** How many questions are shown before the button for the others. */
const SHOWN = 4;

/** The questions that have too few trades, those first that lack least, and those without a difference. */
export function WaitingCard({ study }: { study: Study }) {
  const { waiting, nothing, asked } = study.findings;
  const [isOpen, setOpen] = useState(false);
  const own = waiting.filter(({ count }) => count > 0).toSorted((a, b) => a.missing - b.missing);
  const shown = isOpen ? own : own.slice(0, SHOWN);
  if (own.length === 0 && nothing.length === 0) return null;
  return (
    <Card isFlush aria-labelledby="nothing-yet">
      {own.length > 0 && (
        <CardHead id="nothing-yet" title={text.waiting} note={asked === 0 ? text.fewTrades : formatCount(own.length)} />
      )}
      <Box as="ul" line="between">
        {shown.map((one) => (
          <WaitingRow key={one.question} waiting={one} title={titleOfQuestion(one.question, study)} />
        ))}
      </Box>
      {own.length > shown.length && (
        <Box pad="8px 12px" line="top">
          <Button variant="plain" size="dense" onClick={() => setOpen(true)}>
            {text.others(own.length - shown.length)}
          </Button>
        </Box>
      )}
      {nothing.length > 0 && (
        <Box as="details" pad="14px 20px" line="top" phone={{ pad: "14px 16px" }}>
          <summary>{text.nothing(nothing.length)}</summary>
          <Text size="dense" tone="muted" margin="8px 0 0">
            {nothing.map((question) => titleOfQuestion(question, study)).join(" · ")}
          </Text>
        </Box>
      )}
    </Card>
  );
}

function WaitingRow({ waiting: { count, missing }, title }: { waiting: Waiting; title: string }) {
  const isOwn = count < FINDINGS.sideMin;
  const there = FINDINGS.sideMin - missing;
  return (
    <Row>
      <b>{title}</b>
      <span className="num" data-count="">
        {text.ofTwenty(there)}
      </span>
      <small>{isOwn ? text.waitingDetail(missing) : text.otherSide}</small>
      <ProgressBar label={title} percent={(100 * there) / FINDINGS.sideMin} valueText={text.ofTwenty(there)} />
    </Row>
  );
}
