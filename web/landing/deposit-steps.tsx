import { styled } from "goober";
import type { ReactNode } from "react";
import { AmountFields } from "../deposits/amount-fields.tsx";
import { DEPOSIT_TEXT } from "../deposits/deposit-text.ts";
import { KhqrCard } from "../deposits/khqr-card.tsx";
import { PaidNews } from "../deposits/paid-news.tsx";
import { SampleBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Facts } from "../ui/facts.tsx";
import { formatDateTime, formatMoney, formatSignedMoney } from "../ui/format.ts";
import { Box, Stack, Text } from "../ui/layout.tsx";
import { ProgressLine } from "../ui/progress-line.tsx";
import { media, type } from "../ui/theme.ts";
import { landingText } from "./landing-text.ts";
import { Section } from "./page-layout.tsx";
import { SAMPLE_DEPOSIT } from "./samples.ts";

// Each step draws its node, and behind its own room the line to the next step's node.
const Steps = styled("ol")`
  display: grid;
  grid-template-columns: minmax(0, 464fr) minmax(0, 384fr) minmax(0, 352fr);
  & > li {
    display: flex;
    flex-direction: column;
    padding: 0 64px 0 0;
    background: linear-gradient(var(--control) 0 0) 11px 5px / 100% 1px no-repeat;
  }
  & > li:last-child {
    padding-right: 0;
    background: none;
  }
  & > li::before {
    content: "";
    width: 11px;
    height: 11px;
    margin-bottom: 29px;
    border: 2px solid var(--accent);
    border-radius: 50%;
  }
  & > li:last-child::before {
    background: var(--accent);
  }
  & > li > h3 {
    ${type.lead}
  }
  & > li > p {
    min-height: 40px;
    margin: 4px 0 24px;
    color: var(--muted);
  }
  & > li > :last-child {
    flex: 1;
  }
  @media (max-width: 1199px) {
    & > li {
      padding-right: 32px;
    }
  }
  ${media.narrow} {
    grid-template-columns: minmax(0, 1fr);
    & > li,
    & > li:last-child {
      position: relative;
      margin-bottom: -6px;
      padding: 0 0 46px 28px;
      background-position: 5px 17px;
      background-size: 1px 100%;
    }
    & > li::before {
      position: absolute;
      top: 6px;
      left: 0;
    }
    & > li > p {
      min-height: 0;
      margin-bottom: 16px;
    }
  }
  @media (min-width: 640px) and (max-width: 1023px) {
    & > li {
      display: grid;
      grid-template: auto 1fr / 216px minmax(0, 400px);
      column-gap: 40px;
    }
    & > li > :last-child {
      grid-area: 1 / 2 / 3 / 3;
    }
  }
`;

const PICTURES = [AmountPicture, CodePicture, PaidPicture];

export function DepositSteps() {
  const { steps } = landingText.deposit;
  return (
    <Section id="deposits" titleId="deposit-steps" text={landingText.deposit}>
      <Steps>
        {PICTURES.map((Picture, index) => (
          <li key={steps[index]?.name}>
            <h3>{steps[index]?.name}</h3>
            <p>{steps[index]?.text}</p>
            <Picture />
          </li>
        ))}
      </Steps>
    </Section>
  );
}

const { amountPicture, codePicture, paidPicture, code, codeNote } = landingText.deposit;
const { amountUsd, balanceBeforeUsd, reference, paidAt } = SAMPLE_DEPOSIT;

/** A part of the product with sample data: one picture for screen readers, without focus. */
function PictureCard({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Card as="div" role="img" aria-label={label} style={{ position: "relative" }}>
      <Box style={{ position: "absolute", top: 16, right: 20 }}>
        <SampleBadge />
      </Box>
      <Stack inert gap={16} height="100%">
        {children}
      </Stack>
    </Card>
  );
}

/** The deposit dialog's second step with an amount typed. */
function AmountPicture() {
  return (
    <PictureCard label={amountPicture}>
      <Text as="h4" size="lead">
        {DEPOSIT_TEXT.title}
      </Text>
      <ProgressLine label={DEPOSIT_TEXT.progress} step={2} steps={3} />
      <AmountFields
        text={amountUsd.toFixed(2)}
        amountUsd={amountUsd}
        onText={() => {}}
        available={formatMoney(balanceBeforeUsd)}
        after={formatMoney(balanceBeforeUsd + amountUsd)}
      />
      <Button size="form" style={{ marginTop: "auto" }}>
        {DEPOSIT_TEXT.showCodeFor(formatMoney(amountUsd))}
      </Button>
    </PictureCard>
  );
}

// White in every theme, as the card on it is.
const Paper = styled("div")`
  ${type.dense}
  overflow: hidden;
  background: #fff;
  border-radius: var(--radius-card);
  color: #0a0a0a;
  & figure {
    width: 100%;
  }
  & figure > svg {
    width: 100%;
    height: auto;
  }
  & > p {
    padding: 12px 24px;
    border-top: 1px solid #e3e7ee;
    text-align: center;
    font-weight: 500;
  }
`;

/** A payment code that phones can read; its text says that it pays nothing. */
function CodePicture() {
  return (
    <Paper role="img" aria-label={codePicture}>
      <div inert>
        <KhqrCard qrString={code} merchant="Tonle" amountUsd={amountUsd} />
      </div>
      <p>{codeNote}</p>
    </Paper>
  );
}

const News = styled("div")`
  & > div {
    padding: 0 0 24px;
    background: none;
  }
`;

/** The message of a paid deposit, and its facts. */
function PaidPicture() {
  return (
    <PictureCard label={paidPicture}>
      <News className="num">
        <PaidNews balance={formatMoney(balanceBeforeUsd + amountUsd)} amount={formatSignedMoney(amountUsd)} />
        <Facts
          facts={[
            { name: DEPOSIT_TEXT.billNumber, value: reference },
            { name: DEPOSIT_TEXT.paidAt, value: formatDateTime(paidAt, "UTC") },
            { name: DEPOSIT_TEXT.method, value: DEPOSIT_TEXT.khqr },
          ]}
        />
      </News>
    </PictureCard>
  );
}
