import { styled } from "goober";
import { Badge } from "../ui/badge.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Figure } from "../ui/figure.ts";
import { formatDateTime } from "../ui/format.ts";
import { Check } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { Amount } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import type { Receipt } from "./deposit-calls.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

const TEXT = DEPOSIT_TEXT.receipt;

const Paper = styled("article")`
  padding: 32px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  ${media.phone} {
    padding: 20px 16px;
  }
  ${media.print} {
    padding: 0;
    border: 0;
  }
`;

const Head = styled("header")`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  padding-bottom: 20px;
  border-bottom: 1px solid var(--line);
  & > h2 {
    ${type.body}
    color: var(--muted);
    font-weight: 500;
  }
`;

const Sum = styled("div")`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  padding: 24px 0;
  & > div > p {
    ${type.body}
    color: var(--muted);
  }
`;

const Foot = styled("p")`
  ${type.caption}
  padding-top: 16px;
  border-top: 1px solid var(--line);
  color: var(--muted);
`;

// Shown in print only: paper has no copy button, so it contains the whole hash.
const Hash = styled("span")`
  & > [data-for="paper"] {
    display: none;
  }
  ${media.print} {
    & > [data-for="screen"] {
      display: none;
    }
    & > [data-for="paper"] {
      display: block;
      max-width: 34ch;
      padding: 8px 0;
      overflow-wrap: anywhere;
    }
  }
`;

const OnScreen = styled("span")`
  display: contents;
  ${media.print} {
    display: none;
  }
`;

/** The receipt itself, on the screen and in print. */
export function ReceiptPaper({ receipt, timeZone }: { receipt: Receipt; timeZone: string }) {
  const { billNumber, amount, currency, paidAt, settlementHash, accountId, name } = receipt;
  return (
    <Paper aria-labelledby="receipt-heading">
      <Head>
        <Logo height={28} />
        <h2 id="receipt-heading">{TEXT.heading}</h2>
      </Head>
      <Sum>
        <div>
          <p>{TEXT.amount}</p>
          <Figure className="num" data-size="hero">
            <Amount amount={amount} currency={currency} shown="always" />
          </Figure>
        </div>
        <Badge tone="up" icon={Check}>
          {TEXT.paid}
        </Badge>
      </Sum>
      <FactList
        facts={[
          {
            name: DEPOSIT_TEXT.billNumber,
            value: <Copyable text={billNumber} label={DEPOSIT_TEXT.copiedBillNumber} />,
          },
          {
            name: DEPOSIT_TEXT.paidAt,
            value: (
              <time className="num" dateTime={paidAt}>
                {formatDateTime(paidAt, timeZone)}
              </time>
            ),
          },
          { name: TEXT.holder, value: name },
          { name: DEPOSIT_TEXT.method, value: DEPOSIT_TEXT.khqr },
          ...(accountId
            ? [{ name: TEXT.account, value: <Copyable text={accountId} label={TEXT.copiedAccount} /> }]
            : []),
          ...(settlementHash ? [{ name: TEXT.settlement, value: <SettlementHash hash={settlementHash} /> }] : []),
        ]}
      />
      <Foot>{TEXT.timeZone(timeZone.replaceAll("_", " "))}</Foot>
    </Paper>
  );
}

function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <>
      {text}
      <OnScreen>
        <CopyButton text={text} what={label} />
      </OnScreen>
    </>
  );
}

function SettlementHash({ hash }: { hash: string }) {
  return (
    <>
      <Hash>
        <span data-for="screen" title={hash}>
          {shorten(hash)}
        </span>
        <span data-for="paper">{hash}</span>
      </Hash>
      <OnScreen>
        <CopyButton text={hash} what={TEXT.copiedSettlement} />
      </OnScreen>
    </>
  );
}

/** `8a0c41f2…9be07d13`: enough to compare it with the bank's by eye. */
function shorten(hash: string): string {
  return hash.length > 20 ? `${hash.slice(0, 8)}…${hash.slice(-8)}` : hash;
}
