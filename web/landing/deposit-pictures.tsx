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
import { formatMoney, formatSignedMoney } from "../ui/format.ts";
import { Box, Stack, Text } from "../ui/layout.tsx";
import { ProgressLine } from "../ui/progress-line.tsx";
import { type } from "../ui/theme.ts";
import { landingText } from "./landing-text.ts";
import { SAMPLE_DEPOSIT } from "./samples.ts";

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
export function AmountPicture() {
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
export function CodePicture() {
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
export function PaidPicture() {
  return (
    <PictureCard label={paidPicture}>
      <News className="num">
        <PaidNews balance={formatMoney(balanceBeforeUsd + amountUsd)} amount={formatSignedMoney(amountUsd)} />
        <Facts
          facts={[
            { name: DEPOSIT_TEXT.billNumber, value: reference },
            { name: DEPOSIT_TEXT.paidAt, value: paidAt },
            { name: DEPOSIT_TEXT.method, value: DEPOSIT_TEXT.khqr },
          ]}
        />
      </News>
    </PictureCard>
  );
}
