import { styled } from "goober";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Box, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import { FindingTrades } from "./finding-trades.tsx";
import { multiple, titleOfQuestion } from "./finding-words.ts";
import type { Estimate, Finding } from "./findings/find-differences.ts";
import { insightsText as text } from "./insights-text.ts";
import type { Study } from "./study.ts";

const COLUMNS = "minmax(0, 1fr) 240px 150px 150px";

const Row = styled("li")`
  display: grid;
  grid-template-columns: ${COLUMNS};
  align-items: center;
  gap: 8px 24px;
  min-height: 112px;
  padding: 16px 20px;
  & > [data-figures] {
    text-align: right;
  }
  & > [data-figures] > b {
    ${type.section}
    display: block;
  }
  & > [data-figures="money"] > b {
    ${type.body}
    font-weight: 600;
  }
  & > [data-figures] > small {
    ${type.caption}
    display: block;
    color: var(--muted);
  }
  & [data-direction="down"] {
    color: var(--down);
  }
  & [data-direction="up"] {
    color: var(--up);
  }
  ${media.medium} {
    grid-template-columns: minmax(0, 1fr) 150px 150px;
    & > [data-axis] {
      grid-area: 2 / 1 / auto / -1;
    }
  }
  ${media.phone} {
    grid-template-columns: 1fr 1fr;
    padding: 16px;
    & > :first-child {
      grid-column: 1 / -1;
    }
    & > [data-axis] {
      grid-row: 3;
    }
    & > [data-figures="r"] {
      text-align: left;
    }
  }
`;

const Head = styled("div")`
  ${type.caption}
  display: grid;
  grid-template-columns: ${COLUMNS};
  gap: 24px;
  padding: 10px 20px;
  background: var(--raised);
  border-bottom: 1px solid var(--line);
  color: var(--muted);
  & > :nth-child(n + 3) {
    text-align: right;
  }
  ${media.medium} {
    grid-template-columns: minmax(0, 1fr) 150px 150px;
    & > :nth-child(2) {
      display: none;
    }
  }
  ${media.phone} {
    display: block;
    padding: 10px 16px;
    & > :nth-child(n + 2) {
      display: none;
    }
  }
`;

const Axis = styled("div")`
  position: relative;
  height: 40px;
  color: var(--muted);
  & > i {
    position: absolute;
    inset-block: 0;
    width: 1px;
    background: var(--control);
  }
  & > i[data-half] {
    background: none;
    border-left: 1px dotted var(--line);
  }
  & > u {
    position: absolute;
    top: 18px;
    height: 3px;
    border-radius: 2px;
    background: currentColor;
  }
  & > u::before,
  & > u::after {
    content: "";
    position: absolute;
    top: -4px;
    width: 1px;
    height: 11px;
    background: currentColor;
  }
  & > u::before {
    left: 0;
  }
  & > u::after {
    right: 0;
  }
  & > b {
    position: absolute;
    top: 14px;
    width: 10px;
    height: 10px;
    margin-left: -5px;
    border-radius: 50%;
    background: currentColor;
  }
`;

const HALF_R = 0.5;

/** The findings, the costliest first. */
export function FindingsCard({ study, timeZone }: { study: Study; timeZone: string }) {
  const { findings, unit } = study.findings;
  const [shown, setShown] = useState<Finding | null>(null);
  const reach = Math.max(
    HALF_R * 1.2,
    ...findings.flatMap(({ difference: { from, to } }) => [Math.abs(from), Math.abs(to)]),
  );
  const titleOf = ({ question }: Finding) => titleOfQuestion(question, study);
  return (
    <Card isFlush aria-label={text.head}>
      <Head aria-hidden="true">
        <span>{text.head}</span>
        <span />
        <span>{text.perTrade}</span>
        <span>{text.inMoney}</span>
      </Head>
      <Box as="ul" line="between">
        {findings.map((finding) => {
          const direction = finding.difference.value < 0 ? "down" : "up";
          return (
            <Row key={finding.question}>
              <div>
                <Text as="h3" weight={600}>
                  {titleOf(finding)}
                </Text>
                <Text size="dense" tone="muted" margin="0 0 8px">
                  {text.rates(finding.count, finding.winRate, finding.otherCount, finding.otherWinRate)}
                </Text>
                <Button size="dense" onClick={() => setShown(finding)}>
                  {text.show(finding.count)}
                </Button>
              </div>
              <Axis data-axis="" data-direction={direction} aria-hidden="true">
                <Scale estimate={finding.difference} reach={reach} />
              </Axis>
              <div data-figures="r">
                <b className="num" data-direction={direction}>
                  {multiple(finding.difference.value)}
                </b>
                <small className="num">
                  {text.range(multiple(finding.difference.from), multiple(finding.difference.to))}
                </small>
              </div>
              <div data-figures="money">
                <b className="num">
                  <Money usd={finding.resultEach} as="result" />
                </b>
                <small>{text.aTrade}</small>
                <small className="num">
                  <Money usd={finding.resultInAll} as="result" /> {text.inAll}
                </small>
              </div>
            </Row>
          );
        })}
      </Box>
      <Text size="caption" tone="muted" pad="12px 20px" line="top" phone={{ pad: "12px 16px" }}>
        {text.unit[unit]}
      </Text>
      {shown && (
        <FindingTrades
          finding={shown}
          study={study}
          timeZone={timeZone}
          title={titleOf(shown)}
          onClose={() => setShown(null)}
        />
      )}
    </Card>
  );
}

function Scale({ estimate: { value, from, to }, reach }: { estimate: Estimate; reach: number }) {
  const at = (r: number) => `${50 + (50 * r) / reach}%`;
  return (
    <>
      <i data-half="" style={{ left: at(-HALF_R) }} />
      <i style={{ left: at(0) }} />
      <i data-half="" style={{ left: at(HALF_R) }} />
      <u style={{ left: at(from), right: `${100 - (50 + (50 * to) / reach)}%` }} />
      <b style={{ left: at(value) }} />
    </>
  );
}
