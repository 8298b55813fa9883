import { styled } from "goober";
import type { ReactNode } from "react";
import { formatDate, formatMoney } from "../../format.ts";
import { ROUTE } from "../../routes.ts";
import { Icon, Lock, ShieldAlert } from "../../ui/icon.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { type } from "../../ui/theme.ts";
import { DEPOSIT_DESK_TEXT } from "../deposits/deposit-desk-text.ts";
import { WITHDRAWAL_DESK_TEXT } from "../withdrawals/withdrawal-desk-text.ts";
import { type DeskFact, DeskFacts, FactColumns } from "./desk-facts.tsx";
import { DeskFlag } from "./desk-flag.tsx";
import { SectionTitle } from "./desk-layout.ts";
import type { TraderContext } from "./desk-types.ts";
import { securityWords, TRADER_TEXT } from "./trader-text.ts";
import { itemPath } from "./use-open-item.ts";
import type { ShownTrader } from "./use-trader.ts";

const Panel = styled("section")`
  display: grid;
  gap: 16px;
  padding-top: 16px;
  border-top: 1px solid var(--line);
`;

const Lines = styled("ul")`
  ${type.dense}
  & > li {
    display: grid;
    grid-template-columns: 104px minmax(0, 1fr) auto;
    gap: 0 8px;
    padding: 4px 0;
  }
  & > li > time {
    color: var(--muted);
  }
  & > li > span {
    color: var(--muted);
    text-align: right;
  }
  & > li > b {
    font-weight: 500;
  }
  & > li > p {
    grid-column: 2 / -1;
    color: var(--muted);
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  & > li[data-tone="warn"] > b {
    color: var(--warn);
  }
  & > li[data-tone="warn"] > span {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    color: var(--warn);
  }
`;

const Quiet = styled("p")`
  ${type.dense}
  color: var(--muted);
`;

const text = TRADER_TEXT;
const DAY_MS = 24 * 60 * 60_000;

type TraderPanelProps = {
  trader: ShownTrader;
  /** The item that this stands beside: it is not among what came earlier. */
  itemId: string;
  /** Epoch ms: when the item came. What changed in the day before it is marked. */
  cameAtMs: number;
  nowMs: number;
  timeZone: string;
};

/** Whose the open item is, as it bears on the decision: money, age, identity, security, and what came before. */
export function TraderPanel({ trader, itemId, cameAtMs, nowMs, timeZone }: TraderPanelProps) {
  if (trader === "failed") return <Quiet>{text.failed}</Quiet>;
  if (trader === null) return <Waiting />;
  const day = (at: string) => formatDate(at, timeZone);
  return (
    <Panel aria-label={text.title}>
      {trader.frozen && (
        <DeskFlag tone="warn" icon={Lock} title={text.frozen(day(trader.frozen.at))}>
          {trader.frozen.reason}
        </DeskFlag>
      )}
      <FactColumns>
        <DeskFacts title={text.title} facts={personFacts(trader, nowMs, timeZone)} />
        <section>
          <SectionTitle>{text.security}</SectionTitle>
          <SecurityLines changes={trader.securityChanges} cameAtMs={cameAtMs} day={day} />
        </section>
      </FactColumns>
      <FactColumns>
        <History
          title={text.deposits}
          total={text.paid(trader.deposits.paidCount, formatMoney(trader.deposits.paidSum))}
          lines={trader.deposits.last.map(({ _id, createdAt, amount, status }) => ({
            ...{ key: _id, when: day(createdAt), what: formatMoney(amount), note: null },
            how: DEPOSIT_DESK_TEXT.status[status],
          }))}
        />
        <History
          title={text.withdrawals}
          total={text.paid(trader.withdrawals.completedCount, formatMoney(trader.withdrawals.completedSum))}
          lines={trader.withdrawals.last
            .filter(({ _id }) => _id !== itemId)
            .map((one) => ({
              ...{ key: one._id, when: day(one.createdAt), what: formatMoney(one.amount), note: one.adminNotes },
              how: one.cancelledByUser ? WITHDRAWAL_DESK_TEXT.cancelled : WITHDRAWAL_DESK_TEXT.status[one.status],
            }))}
        />
      </FactColumns>
      {trader.notes.length > 0 && (
        <section>
          <SectionTitle>{text.notes}</SectionTitle>
          <Lines>
            {trader.notes.map(({ _id, createdAt, author, text: words }) => (
              <li key={_id}>
                <time className="num">{day(createdAt)}</time>
                <b>{author}</b>
                <p>{words}</p>
              </li>
            ))}
          </Lines>
        </section>
      )}
    </Panel>
  );
}

type SecurityLinesProps = {
  changes: TraderContext["securityChanges"];
  cameAtMs: number;
  day: (at: string) => string;
};

function SecurityLines({ changes, cameAtMs, day }: SecurityLinesProps) {
  if (changes.length === 0) return <Quiet>{text.noChange}</Quiet>;
  return (
    <Lines>
      {changes.map((change) => {
        const agoMs = cameAtMs - Date.parse(change.at);
        // What came after the item did not hold it, and is no less to be seen.
        const isClose = change.holdsWithdrawals && agoMs < DAY_MS;
        return (
          <li key={change.sequence} data-tone={isClose ? "warn" : undefined}>
            <time className="num">{day(change.at)}</time>
            <b>{securityWords(change)}</b>
            {isClose && (
              <span>
                <Icon of={ShieldAlert} size={14} />
                {agoMs < 0 ? text.since : text.withinDay}
              </span>
            )}
          </li>
        );
      })}
    </Lines>
  );
}

type HistoryLine = { key: string; when: string; what: string; how: string; note: string | null };

function History({ title, total, lines }: { title: string; total: ReactNode; lines: readonly HistoryLine[] }) {
  return (
    <section>
      <SectionTitle>
        {title}: {total}
      </SectionTitle>
      <Lines className="num">
        {lines.map(({ key, when, what, how, note }) => (
          <li key={key}>
            <time>{when}</time>
            <b>{what}</b>
            <span>{how}</span>
            {note && <p>{note}</p>}
          </li>
        ))}
      </Lines>
    </section>
  );
}

function Waiting() {
  return (
    <Panel>
      <Loading label={text.loading}>
        <Skeleton width={160} height={12} />
        <Skeleton width={280} height={12} />
        <Skeleton width={240} height={12} />
      </Loading>
    </Panel>
  );
}

function personFacts(trader: TraderContext, nowMs: number, timeZone: string): DeskFact[] {
  const { _id, balance, heldBalance, createdAt, identity } = trader;
  const days = Math.floor((nowMs - Date.parse(createdAt)) / DAY_MS);
  const word = text.identityWord[identity.status];
  return [
    {
      name: text.balance,
      value: formatMoney(balance) + (heldBalance > 0 ? text.onHold(formatMoney(heldBalance)) : ""),
      isFigure: true,
    },
    { name: text.memberFor, value: text.member(formatDate(createdAt, timeZone), days), isFigure: true },
    {
      name: text.identity,
      value: identity.status === "none" ? word : <TextLink href={identityPath(_id, identity.status)}>{word}</TextLink>,
    },
    { name: text.identityNote, value: identity.note },
    { name: text.onFile, value: methodsOf(trader) },
    { name: text.person, value: <TextLink href={itemPath(ROUTE.adminUsers, _id)}>{text.whole}</TextLink> },
  ];
}

function identityPath(userId: string, status: string): string {
  return itemPath(status === "pending" ? ROUTE.adminIdentities : `${ROUTE.adminIdentities}?status=${status}`, userId);
}

function methodsOf({ paymentMethods: { khqr, bankTransfer } }: TraderContext): string {
  const { bankName, accountId } = bankTransfer;
  const active = [bankTransfer.isActive && text.bank(bankName, accountId), khqr.isActive && text.khqr].filter(Boolean);
  return active.length > 0 ? active.join(", ") : text.noMethod;
}
