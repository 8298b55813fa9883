import { styled } from "goober";
import { SampleBadge } from "../ui/badge.tsx";
import { formatMoney, formatSignedMoney } from "../ui/format.ts";
import { CircleCheck, Icon } from "../ui/icon.tsx";
import { type } from "../ui/theme.ts";
import { landingText } from "./landing-text.ts";
import { PictureCard, PictureFacts } from "./picture-card.tsx";
import { SAMPLE_DEPOSIT } from "./sample-deposit.ts";

const Frame = styled(PictureCard)`
  color: var(--muted);
  & > h4 {
    display: flex;
    align-items: center;
    gap: 8px;
    margin-bottom: 18px;
    font-weight: 500;
    color: var(--up);
  }
  & > h4 > :last-child {
    margin-left: auto;
  }
  & > small {
    ${type.caption}
  }
  & > strong {
    ${type.hero}
    color: var(--text);
  }
  & > p > b {
    font-weight: 500;
    color: var(--up);
  }
  & > svg {
    width: 100%;
    flex: 1;
    min-height: 104px;
    margin: 24px 0 6px;
  }
  & path {
    fill: none;
    stroke: var(--accent);
    stroke-width: 1.5;
    vector-effect: non-scaling-stroke;
  }
  & [data-area] {
    fill: var(--raised);
    stroke: none;
  }
  & [data-rise] {
    stroke: var(--up);
  }
  & > [data-days] {
    ${type.caption}
    display: flex;
    justify-content: space-between;
    margin-bottom: 16px;
  }
`;

/** A picture of the balance as a step line, with the step of the sample deposit. */
export function PaidPicture() {
  const { paidPicture, paid } = landingText.deposit;
  const { amountUsd, balanceBeforeUsd, reference, paidAt } = SAMPLE_DEPOSIT;
  return (
    <Frame role="img" aria-label={paidPicture} className="num">
      <h4>
        <Icon of={CircleCheck} size={20} /> {paid.title} <SampleBadge />
      </h4>
      <small>{paid.balance}</small>
      <strong>{formatMoney(balanceBeforeUsd + amountUsd)}</strong>
      <p>
        <b>{formatSignedMoney(amountUsd)}</b> {paid.was(formatMoney(balanceBeforeUsd))}
      </p>
      <svg viewBox="0 0 310 104" preserveAspectRatio="none" aria-hidden="true">
        <path data-area="" d="M0 75H56V52H102V60H159V44H218V49H246V2H310V104H0Z" />
        <path d="M0 75H56V52H102V60H159V44H218V49H246" />
        <path data-rise="" d="M246 49V2H310" />
      </svg>
      <p data-days="">
        <span>{paid.from}</span> <span>{paid.to}</span>
      </p>
      <PictureFacts
        facts={[
          [paid.reference, reference],
          [paid.method, "KHQR"],
          [paid.paidAt, paidAt],
        ]}
      />
    </Frame>
  );
}
