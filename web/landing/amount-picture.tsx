import { styled } from "goober";
import { DEPOSIT } from "../../worker/contract/limits.ts";
import { SampleBadge } from "../ui/badge.tsx";
import { formatMoney } from "../ui/format.ts";
import { tint, type } from "../ui/theme.ts";
import { KHQR_RED } from "./khqr-mark.ts";
import { landingText } from "./landing-text.ts";
import { PictureCard, PictureFacts } from "./picture-card.tsx";
import { SAMPLE_DEPOSIT } from "./sample-deposit.ts";

const QUICK_USD = [10, 50, 100, 500];

const Frame = styled(PictureCard)`
  & > h4 {
    ${type.lead}
    display: flex;
    align-items: center;
    justify-content: space-between;
  }
  & > [data-steps] {
    display: flex;
    gap: 4px;
    margin: 12px 0 18px;
  }
  & > [data-steps] > i {
    flex: 1;
    height: 2px;
    background: var(--line);
  }
  & > [data-steps] > [data-reached] {
    background: var(--accent);
  }
  & small {
    ${type.caption}
    color: var(--muted);
  }
  & > [data-box] {
    display: flex;
    align-items: center;
    gap: 12px;
    margin: 4px 0 14px;
    padding: 5px;
    background: var(--raised);
    border: 1px solid var(--accent);
    border-radius: var(--radius-control);
  }
  & > [data-box] > i {
    padding: 6px 10px;
    border-radius: 4px;
    background: ${KHQR_RED};
    color: #fff;
    font-style: normal;
    font-weight: 600;
    letter-spacing: 0.12em;
  }
  & > [data-box="amount"] {
    ${type.figure}
    justify-content: space-between;
    margin-bottom: 12px;
    padding: 12px 16px;
    border-color: var(--control);
    font-weight: 600;
  }
  & > [data-box="amount"] > span::first-letter {
    color: var(--muted);
  }
  & > [data-quick] {
    display: grid;
    grid-template-columns: repeat(4, 1fr);
    gap: 8px;
    margin-bottom: 24px;
  }
  & > [data-quick] > span,
  & > [data-submit] {
    padding: 7px 0;
    border: 1px solid var(--control);
    border-radius: var(--radius-control);
    text-align: center;
    font-weight: 500;
  }
  & > [data-quick] > [data-chosen] {
    background: ${tint("accent", 12)};
    border-color: var(--accent);
    color: var(--accent);
  }
  & > [data-submit] {
    margin-top: auto;
    background: var(--raised);
  }
`;

/** A picture of the dialog's second step with an amount chosen. */
export function AmountPicture() {
  const { amountPicture, dialog } = landingText.deposit;
  return (
    <Frame role="img" aria-label={amountPicture}>
      <h4>
        {dialog.title} <SampleBadge />
      </h4>
      <div data-steps="">
        <i data-reached="" />
        <i data-reached="" />
        <i />
      </div>
      <small>{dialog.method}</small>
      <div data-box="">
        <i>KHQR</i> {dialog.anyApp}
      </div>
      <small>{dialog.amount}</small>
      <div data-box="amount" className="num">
        <span>{formatMoney(SAMPLE_DEPOSIT.amountUsd)}</span>
        <small>USD</small>
      </div>
      <div data-quick="">
        {QUICK_USD.map((usd) => (
          <span key={usd} data-chosen={usd === SAMPLE_DEPOSIT.amountUsd ? "" : undefined}>
            ${usd}
          </span>
        ))}
      </div>
      <PictureFacts
        facts={[
          [dialog.minimum, formatMoney(DEPOSIT.amountCentsMin / 100)],
          [dialog.youPay, formatMoney(SAMPLE_DEPOSIT.amountUsd)],
        ]}
      />
      <div data-submit="">{dialog.showCode}</div>
    </Frame>
  );
}
