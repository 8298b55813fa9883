import { styled } from "goober";
import { type } from "../ui/theme.ts";
import { AmountPicture } from "./amount-picture.tsx";
import { CodePicture } from "./code-picture.tsx";
import { landingText } from "./landing-text.ts";
import { Column, oneColumn, Section, SectionHead, tablet } from "./page-layout.tsx";
import { PaidPicture } from "./paid-picture.tsx";

/** Half the size of a node: the vertical middle of the line. */
const LINE_PX = 5;

// The line covers the 64 px gaps: each step draws it up to the next step's node.
const Steps = styled("ol")`
  display: grid;
  grid-template-columns: 400fr 320fr 352fr;
  gap: 64px;
  & > li {
    position: relative;
    display: flex;
    flex-direction: column;
    padding-top: 40px;
  }
  & > li::before,
  & > li::after {
    content: "";
    position: absolute;
    top: 0;
    left: 0;
    width: 11px;
    height: 11px;
    border: 2px solid var(--accent);
    border-radius: 50%;
  }
  & > li::before {
    top: ${LINE_PX}px;
    left: 11px;
    width: calc(100% + 53px);
    height: 1px;
    border: 0;
    border-radius: 0;
    background: var(--control);
  }
  & > li:last-child::before {
    display: none;
  }
  & > li:last-child::after {
    background: var(--accent);
  }
  & > li > h3 {
    ${type.lead}
  }
  & > li > p {
    ${type.body}
    min-height: 40px;
    margin: 4px 0 24px;
    color: var(--muted);
  }
  & > li > :last-child {
    flex: 1;
  }
  @media (max-width: 1199px) {
    gap: 32px;
    & > li::before {
      width: calc(100% + 21px);
    }
  }
  ${oneColumn} {
    grid-template-columns: minmax(0, 1fr);
    gap: 40px;
    & > li {
      padding: 0 0 0 28px;
    }
    & > li::after {
      top: 6px;
    }
    & > li::before {
      top: 17px;
      left: ${LINE_PX}px;
      width: 1px;
      height: calc(100% + 29px);
    }
    & > li > p {
      min-height: 0;
      margin-bottom: 16px;
    }
  }
  ${tablet} {
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

/** A deposit as three steps on a line. */
export function DepositSteps() {
  const { heading, lead, steps } = landingText.deposit;
  return (
    <Section id="deposits" aria-labelledby="deposit-steps">
      <Column>
        <SectionHead id="deposit-steps" heading={heading} lead={lead} />
        <Steps>
          {PICTURES.map((Picture, index) => (
            <li key={steps[index]?.name}>
              <h3>{steps[index]?.name}</h3>
              <p>{steps[index]?.text}</p>
              <Picture />
            </li>
          ))}
        </Steps>
      </Column>
    </Section>
  );
}
