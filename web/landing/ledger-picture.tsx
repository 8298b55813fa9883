import { styled } from "goober";
import { Badge, SampleBadge } from "../ui/badge.tsx";
import { formatMoney, formatSignedMoney } from "../ui/format.ts";
import { Check, CircleX } from "../ui/icon.tsx";
import { media, type } from "../ui/theme.ts";
import { landingText } from "./landing-text.ts";
import { SAMPLE_DEPOSIT } from "./sample-deposit.ts";

const Frame = styled("div")`
  ${type.dense}
  & > div {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 48px;
    padding: 0 20px;
    border-top: 1px solid var(--line);
  }
  & > div:first-child {
    min-height: 84px;
    border: 0;
  }
  & b {
    font-weight: 500;
  }
  & > div > :last-child {
    margin-left: auto;
  }
  & small {
    ${type.caption}
    color: var(--muted);
  }
  & p > b {
    ${type.section}
    display: block;
    font-weight: 600;
  }
  & [data-sum] {
    border-top-color: var(--control);
    font-weight: 600;
  }
  ${media.phone} {
    & > div {
      padding: 0 16px;
    }
    & [data-note] {
      display: none;
    }
  }
`;

/**
 * A sample deposit in the ledger: two entries that add up to zero, and the refusal of the same payment's second
 * posting.
 */
export function LedgerPicture() {
  const { picture, entry } = landingText.features.secure;
  const { amountUsd, reference } = SAMPLE_DEPOSIT;
  return (
    <Frame role="img" aria-label={picture}>
      <div>
        <p>
          <small>
            {entry.deposit} {reference}
          </small>
          <b className="num">{formatMoney(amountUsd)}</b>
        </p>
        <SampleBadge />
      </div>
      <div>
        {entry.network} <small data-note="">{entry.networkNote}</small>
        <b className="num">{formatSignedMoney(-amountUsd)}</b>
      </div>
      <div>
        {entry.balance} <small data-note="">{entry.balanceNote}</small>
        <b className="num">{formatSignedMoney(amountUsd)}</b>
      </div>
      <div data-sum="">
        {entry.sum}
        <Badge tone="up" icon={Check}>
          {entry.adds}
        </Badge>
        <span className="num">{formatMoney(0)}</span>
      </div>
      <div>
        {entry.again}
        <small data-note="">{reference}</small>
        <Badge tone="down" icon={CircleX}>
          {entry.refused}
        </Badge>
      </div>
    </Frame>
  );
}
