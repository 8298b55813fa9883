import { styled } from "goober";
import { useState } from "react";
import type { User } from "../../state/api.ts";
import { problemOf, useSubmit } from "../../state/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatCount, formatMoney, formatSignedMoney, type Instant } from "../../ui/format.ts";
import { CircleCheck, Lock, RefreshCw, TriangleAlert } from "../../ui/icon.tsx";
import { Stack } from "../../ui/layout.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { media, type } from "../../ui/theme.ts";
import { AdminFlag } from "../core/admin-flag.tsx";
import { PageColumn, PagePane } from "../core/admin-layout.ts";
import { midSentence, timesFor } from "../core/admin-time.ts";
import { AutomaticChecks } from "./automatic-checks.tsx";
import { LEDGER_ADMIN_TEXT } from "./ledger-admin-text.ts";
import { type AdminLedger, checkLedger } from "./ledger-calls.ts";

const Head = styled("header")`
  display: grid;
  justify-items: start;
  gap: 12px;
  & h2 {
    ${type.section}
  }
  & p {
    ${type.body}
    color: var(--muted);
  }
`;

const Totals = styled("dl")`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 16px;
  & dt {
    ${type.caption}
    color: var(--muted);
  }
  & dd {
    ${type.section}
    font-weight: 600;
  }
  & dd > span {
    ${type.caption}
    display: block;
    color: var(--muted);
    font-weight: 400;
  }
  ${media.phone} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

const Names = styled("ul")`
  ${type.dense}
  padding: 12px 20px;
  & > li {
    overflow-wrap: anywhere;
  }
`;

const text = LEDGER_ADMIN_TEXT;

/** Recomputes every balance from its entries on demand, and shows the automatic checks. */
export function LedgerCheck({ admin }: { admin: User }) {
  const [found, setFound] = useState<{ ledger: AdminLedger; checkedAtMs: number } | null>(null);
  const {
    submit: check,
    isSending: isRunning,
    problem,
  } = useSubmit<void, AdminLedger>({
    send: (_, _key, signal) => checkLedger(signal),
    onDone: (ledger) => setFound({ ledger, checkedAtMs: Date.now() }),
    explain: (error) => problemOf(error, text.failedDetail),
  });
  return (
    <PagePane>
      <PageColumn data-width="text">
        <AutomaticChecks at={timesFor(admin.timeZone, Date.now())} />
        <Head>
          <div>
            <h2>{text.byHand}</h2>
            <p>{text.lead}</p>
          </div>
          <Button variant="accent" icon={RefreshCw} isLoading={isRunning} onClick={() => void check()}>
            {found ? text.runAgain : text.run}
          </Button>
        </Head>
        {problem ? (
          // A refusal and a network failure mean the same here: the check did not run.
          <ErrorState title={text.failed} text={text.failedDetail} onRetry={() => void check()} />
        ) : (
          <div aria-busy={isRunning} aria-live="polite">
            {found ? (
              <Outcome {...found} at={timesFor(admin.timeZone, Date.now())} />
            ) : (
              <EmptyState title={isRunning ? text.running : text.never} text={text.neverDetail} />
            )}
          </div>
        )}
      </PageColumn>
    </PagePane>
  );
}

type OutcomeProps = { ledger: AdminLedger; checkedAtMs: number; at: (instant: Instant) => string };

function Outcome({ ledger, checkedAtMs, at }: OutcomeProps) {
  const { isClean, accounts, transfers, entries, total, differing, unfounded, unbalanced, belowFloor } = ledger;
  return (
    <Stack gap={16}>
      {isClean ? (
        <AdminFlag tone="plain" icon={CircleCheck} title={text.clean}>
          {text.cleanDetail(midSentence(at(checkedAtMs)))}
        </AdminFlag>
      ) : (
        <AdminFlag tone="warn" icon={TriangleAlert} title={text.differs}>
          {text.differsDetail}
        </AdminFlag>
      )}
      {ledger.withdrawalsPausedSince !== null && (
        <AdminFlag tone="warn" icon={Lock} title={text.paused}>
          {text.pausedDetail(midSentence(at(ledger.withdrawalsPausedSince)))}
        </AdminFlag>
      )}
      <Card>
        <Totals className="num">
          <Total name={text.accounts} value={formatCount(accounts)} />
          <Total name={text.transfers} value={formatCount(transfers)} />
          <Total name={text.entries} value={formatCount(entries)} />
          <Total name={text.total} value={formatMoney(total)} note={text.mustBeZero} />
        </Totals>
      </Card>
      <AccountCard
        title={text.differing}
        against={text.computed}
        accounts={differing.map(({ entries, ...account }) => ({ ...account, shouldBe: entries }))}
      />
      <AccountCard
        title={text.unfounded}
        against={text.recorded}
        accounts={unfounded.map(({ records, ...account }) => ({ ...account, shouldBe: records }))}
      />
      <NameCard title={text.unbalanced} names={unbalanced} />
      <NameCard title={text.belowFloor} names={belowFloor} />
    </Stack>
  );
}

/** An account whose balance differs from the expected one, in dollars. */
type OddAccount = { accountId: string; balance: number; shouldBe: number };

type AccountCardProps = {
  title: string;
  /** Name of the sum that the balance is compared with. */
  against: string;
  accounts: readonly OddAccount[];
};

function AccountCard({ title, against, accounts }: AccountCardProps) {
  if (accounts.length === 0) return null;
  const columns: Column<OddAccount>[] = [
    { key: "account", head: text.account, isRowHead: true, cell: ({ accountId }) => accountId },
    { key: "kept", head: text.kept, isNumeric: true, cell: ({ balance }) => formatMoney(balance) },
    { key: "against", head: against, isNumeric: true, cell: ({ shouldBe }) => formatMoney(shouldBe) },
    {
      key: "difference",
      head: text.difference,
      isNumeric: true,
      isStrong: true,
      cell: ({ balance, shouldBe }) => formatSignedMoney(balance - shouldBe),
    },
  ];
  return (
    <Card isFlush>
      <CardHead title={title} note={formatCount(accounts.length)} />
      <Table caption={title} columns={columns} rows={accounts} rowKey={({ accountId }) => accountId} empty={null} />
    </Card>
  );
}

function Total({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {note && <span>{note}</span>}
      </dd>
    </div>
  );
}

function NameCard({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Card isFlush>
      <CardHead title={title} note={formatCount(names.length)} />
      <Names className="num">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </Names>
    </Card>
  );
}
