import { styled } from "goober";
import { media, type } from "../ui/theme.ts";
import { AmountPicture, CodePicture, PaidPicture } from "./deposit-pictures.tsx";
import { landingText } from "./landing-text.ts";
import { Section } from "./page-layout.tsx";

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

/** A deposit as three steps on a line. */
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
