import { styled } from "goober";
import type { ReactNode } from "react";
import { media, type } from "../ui/theme.ts";
import { CalendarPicture, LatencyPicture, LedgerPicture, PricesPicture } from "./feature-pictures.tsx";
import { landingText } from "./landing-text.ts";
import { liveText } from "./live-text.ts";
import { Column, oneColumn, Section, SectionHead } from "./page-layout.tsx";

// One framed area with hairlines: the cells are 1 px apart on a line-coloured background.
const Plate = styled("div")`
  display: grid;
  gap: 1px;
  overflow: hidden;
  background: var(--line);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  & > div {
    display: grid;
    grid-template-columns: 736fr 464fr;
    gap: 1px;
  }
  & > div + div {
    grid-template-columns: 464fr 736fr;
  }
  ${oneColumn} {
    & > div {
      grid-template-columns: minmax(0, 1fr) !important;
    }
  }
`;

const Cell = styled("article")`
  display: flex;
  flex-direction: column;
  min-width: 0;
  padding: 28px 0 0 32px;
  background: var(--surface);
  & > h3 {
    ${type.lead}
  }
  & > p {
    ${type.body}
    max-width: 456px;
    padding-right: 32px;
    margin: 4px 0 32px;
    color: var(--muted);
  }
  & > :last-child {
    flex: 1;
    background: var(--bg);
    border: solid var(--line);
    border-width: 1px 0 0 1px;
    border-radius: var(--radius-card) 0 0 0;
  }
  & > [data-cut="below"] {
    margin-right: 32px;
    border-right-width: 1px;
    border-top-right-radius: var(--radius-card);
  }
  ${media.phone} {
    padding: 20px 0 0 16px;
    & > p {
      padding-right: 16px;
      margin-bottom: 20px;
    }
    & > [data-cut="below"] {
      margin-right: 16px;
    }
  }
`;

function Feature({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  return (
    <Cell>
      <h3>{name}</h3>
      <p>{text}</p>
      {children}
    </Cell>
  );
}

/** The product's features, each with a picture of the product that its cell crops. */
export function Features() {
  const { heading, lead, realTime, analytics, secure } = landingText.features;
  const { latency } = liveText;
  return (
    <Section aria-labelledby="features">
      <Column>
        <SectionHead id="features" heading={heading} lead={lead} />
        <Plate>
          <div>
            <Feature name={realTime.name} text={realTime.text}>
              <PricesPicture />
            </Feature>
            <Feature name={latency.name} text={latency.text}>
              <LatencyPicture />
            </Feature>
          </div>
          <div>
            <Feature name={analytics.name} text={analytics.text}>
              <CalendarPicture />
            </Feature>
            <Feature name={secure.name} text={secure.text}>
              <LedgerPicture />
            </Feature>
          </div>
        </Plate>
      </Column>
    </Section>
  );
}
