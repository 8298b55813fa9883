import { useState } from "react";
import type { User } from "../../state/api.ts";
import { problemOf, useSubmit } from "../../state/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHead, Panel } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Facts } from "../../ui/facts.tsx";
import { formatCount, formatMoney, formatSignedMoney, type Instant } from "../../ui/format.ts";
import { CircleCheck, Lock, RefreshCw, TriangleAlert } from "../../ui/icon.tsx";
import { Stack, Text } from "../../ui/layout.tsx";
import { type Column, Table } from "../../ui/list/table.tsx";
import { AdminFlag } from "../core/admin-flag.tsx";
import { PageColumn, PagePane } from "../core/admin-layout.ts";
import { midSentence, timesFor } from "../core/admin-time.ts";
import { PageHead } from "../core/page-head.tsx";
import { AutomaticChecks } from "./automatic-checks.tsx";
import { LEDGER_ADMIN_TEXT } from "./ledger-admin-text.ts";
import { type AdminLedger, checkLedger } from "./ledger-calls.ts";

const text = LEDGER_ADMIN_TEXT;

/** Recomputes every balance from its entries on demand, and shows the automatic checks. */
export function LedgerCheck({ admin }: { admin: User }) {
  const [done, setDone] = useState<{ ledger: AdminLedger; atMs: number } | null>(null);
  const { submit, isSending, problem } = useSubmit<void, AdminLedger>({
    send: (_, _key, signal) => checkLedger(signal),
    onDone: (ledger) => setDone({ ledger, atMs: Date.now() }),
    explain: (error) => problemOf(error, text.failedDetail),
  });
  const at = timesFor(admin.timeZone, Date.now());
  const button = (
    <Button variant="accent" icon={RefreshCw} isLoading={isSending} onClick={() => void submit()}>
      {done ? text.runAgain : text.run}
    </Button>
  );
  return (
    <PagePane>
      <PageColumn maxWidth={960} margin="0">
        <AutomaticChecks at={at} />
        <PageHead title={text.byHand} lead={text.lead} action={button} />
        {problem ? (
          // A refusal and a network failure mean the same here: the check did not run.
          <ErrorState title={text.failed} text={text.failedDetail} onRetry={() => void submit()} />
        ) : (
          <div aria-busy={isSending} aria-live="polite">
            {done ? (
              <Outcome ledger={done.ledger} at={at} checkedAtMs={done.atMs} />
            ) : (
              <EmptyState title={isSending ? text.running : text.never} text={text.neverDetail} />
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
        <Facts
          className="num"
          arrange="strip"
          facts={[
            { name: text.accounts, value: <Captioned figure={formatCount(accounts)} caption={text.ofAll} /> },
            { name: text.transfers, value: formatCount(transfers) },
            { name: text.entries, value: formatCount(entries) },
            { name: text.total, value: <Captioned figure={formatMoney(total)} caption={text.mustBeZero} /> },
          ]}
        />
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

function Captioned({ figure, caption }: { figure: string; caption: string }) {
  return (
    <>
      {figure}
      <Text size="caption" tone="muted" weight={400}>
        {caption}
      </Text>
    </>
  );
}

function NameCard({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Panel title={title} note={formatCount(names.length)}>
      <Text as="ul" size="dense" pad="12px 20px" breaks="anywhere" className="num">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </Text>
    </Panel>
  );
}
