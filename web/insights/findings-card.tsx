import { styled } from "goober";
import { Suspense, useState } from "react";
import type { Estimate as Interval } from "../../worker/contract/trade-groups.ts";
import { IntervalLine, IntervalNames } from "../breakdown/interval-axis.tsx";
import { scaleInR } from "../breakdown/interval-scale.ts";
import { lazyPage } from "../state/lazy-page.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { formatSignedPrice } from "../ui/format.ts";
import { Box, Row as Buttons, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import { FindingTrades } from "./finding-trades.tsx";
import { multiple, titleOfQuestion } from "./finding-words.ts";
import type { Estimate, Finding } from "./findings/find-differences.ts";
import { insightsText as text } from "./insights-text.ts";
import { costliestOf, reminderOf } from "./reminder-of-finding.ts";
import type { Study } from "./study.ts";

// After the findings, which do not wait for what the account keeps.
const RemindButton = lazyPage(async () => (await import("./remind.tsx")).RemindButton, { isQuiet: true });

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
  & > [data-axis] {
    align-self: stretch;
    margin-block: -16px;
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
      height: 40px;
      margin-block: 0;
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

/** The findings, the costliest first. */
type FindingsCardProps = { study: Study; account: AccountName; timeZone: string };

export function FindingsCard({ study, account, timeZone }: FindingsCardProps) {
  const { findings, unit } = study.findings;
  const [shown, setShown] = useState<Finding | null>(null);
  const scale = scaleInR(findings.map(({ difference }) => estimateOf(difference)));
  const costliest = costliestOf(study);
  const titleOf = ({ question }: Finding) => titleOfQuestion(question, study);
  return (
    <Card isFlush aria-label={text.head}>
      <Head aria-hidden="true">
        <span>{text.head}</span>
        <IntervalNames scale={scale} nameOf={(r) => (r === 0 ? "0" : text.multiple(formatSignedPrice(r, 1)))} />
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
                <Buttons wrap gap={8}>
                  <Button size="dense" onClick={() => setShown(finding)}>
                    {text.show(finding.count)}
                  </Button>
                  <Suspense fallback={null}>
                    <RemindButton reminder={reminderOf(finding, study, account)} isCostliest={finding === costliest} />
                  </Suspense>
                </Buttons>
              </div>
              <div data-axis="">
                <IntervalLine estimate={estimateOf(finding.difference)} scale={scale} />
              </div>
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

function estimateOf({ value, from, to }: Estimate): Interval {
  return { value, low: from, high: to };
}
