import { useSignals } from "@preact/signals-react/runtime";
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { BROKER } from "../../worker/contract/broker/broker-limits.ts";
import type { User } from "../state/api.ts";
import { Attempt } from "../state/attempt.ts";
import { useCloseQuestion } from "../state/close-question.ts";
import { invalidate } from "../state/query.ts";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { useQuery } from "../state/use-query.ts";
import { PerformanceSwitch } from "../trade-accounts/performance-switch.tsx";
import { PerformanceTabs } from "../trade-accounts/performance-tabs.tsx";
import { accountIn, brokerAccount, brokerOf, withAccount } from "../trade-accounts/trade-account.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import {
  type AccountChange,
  BROKER_ACCOUNTS,
  type BrokerAccount,
  changeBrokerAccount,
  fetchBrokerAccounts,
} from "./broker-calls.ts";
import { ChangedCard } from "./changed-card.tsx";
import { type Checked, CheckStep } from "./check-step.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { showDoneImport } from "./done-import.ts";
import { ChooseFiles, FileStep } from "./file-step.tsx";
import { ImportHead } from "./import-head.tsx";
import { importOrder } from "./import-order.ts";
import { mappingOf } from "./import-target.ts";
import { importText as text } from "./import-text.ts";
import { QuestionsStep } from "./questions-step.tsx";
import { SendingCard } from "./sending-card.tsx";
import { type OpenFile, type QueueState, useFileQueue } from "./use-file-queue.ts";
import { type ImportOutcome, useImportJob } from "./use-import-job.ts";

/** The import of a trader's own trades from files of another broker. */
export function ImportPage() {
  useSignals();
  return user.value && <Import person={user.value} />;
}

const NONE: readonly BrokerAccount[] = [];

function Import({ person }: { person: User }) {
  const { timeZone } = person;
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const named = accountIn(params);
  const number = named && brokerOf(named);
  const { value } = useQuery({ key: BROKER_ACCOUNTS, fetch: fetchBrokerAccounts, isKept: true });
  const accounts = value ?? NONE;
  const addTo = accounts.find((account) => account.number === number) ?? null;
  const mappings = useMemo(
    () => [...(addTo ? [addTo] : []), ...accounts].flatMap((account) => mappingOf(account) ?? []),
    [accounts, addTo],
  );
  const queue = useFileQueue(mappings);
  const isOver = useDropAnywhere(queue.add);
  const { state } = queue;

  const [checked, setChecked] = useState<(Checked & { open: OpenFile }) | null>(null);
  const [targetName, setTargetName] = useState<string | null>(null);
  const job = useImportJob((outcome) => void finish(outcome));
  useCloseQuestion(job.state.at !== "idle" && job.state.at !== "same");

  async function send(next: Checked, open: OpenFile) {
    setChecked({ ...next, open });
    job.start(await importOrder(open, next));
  }

  async function finish({ account, importId, preview, kind, changed }: ImportOutcome) {
    if (!checked) return;
    const { mapping } = checked.open.answers;
    if (mapping && JSON.stringify(mappingOf(account)) !== JSON.stringify(mapping))
      void keepMapping(account.number, { mapping });
    // Figures of fills are those of the trades that they close.
    const added = kind === "fills" ? preview.tradesAfter - preview.tradesBefore : preview.added;
    const { name: fileName } = checked.open.file;
    const { same, changedCount } = preview;
    const { isEqual } = checked;
    showDoneImport({ number: account.number, importId, fileName, added, same, changed, changedCount, isEqual });
    void invalidate();
    if (queue.waiting > 0) goOn();
    else navigate(withAccount(ROUTE.performance, brokerAccount(account.number)));
  }

  function goOn() {
    job.cancel();
    setChecked(null);
    queue.next();
  }

  if (number !== null && value !== null && addTo === null) return <UnknownAccount />;
  const isFile = state.at === "file" || state.at === "reading" || state.at === "refused";
  const another = <ChooseFiles onFiles={(files) => queue.replace(files)}>{text.back}</ChooseFiles>;
  const title = isFile
    ? text.phoneTitle.file
    : text.phoneTitle[state.at === "columns" || state.at === "questions" ? state.at : "check"];
  return (
    <Stack gap={16} phone={{ gap: 12 }}>
      {/* On a phone it is a task of three steps, with a way back. */}
      <Box phone={{ isHidden: true }}>
        <PerformanceTabs current="overview" account={null} />
      </Box>
      <ImportHead
        step={isFile ? 1 : 2}
        title={title}
        accounts={
          <PerformanceSwitch
            person={person}
            // None of those that are there, where a new one is made.
            account={brokerAccount(addTo?.number ?? 0)}
            pending={addTo ? undefined : <PendingName name={targetName} state={state.at} />}
            hrefOf={(account) => withAccount(ROUTE.performance, account)}
          />
        }
        onBack={isFile || job.state.at !== "idle" ? null : queue.clear}
      />
      {content()}
    </Stack>
  );

  function content() {
    switch (state.at) {
      case "file":
      case "reading":
      case "refused":
        return (
          <FileStep
            state={state}
            isOver={isOver}
            addTo={addTo?.name ?? null}
            waiting={queue.waiting}
            note={accounts.length >= BROKER.accountsMax ? text.file.full(accounts.length) : null}
            onFiles={queue.add}
            onNext={queue.next}
          />
        );
      case "columns": {
        const { file, table, answers } = state;
        return (
          <ColumnsStep
            key={`${file.name} ${file.lastModified}`}
            file={file}
            table={table}
            answers={answers}
            another={another}
            onMapping={(given) => queue.readAgain(file, given)}
          />
        );
      }
      case "questions": {
        const { open } = state;
        return <QuestionsStep open={open} foot={another} onAnswers={(given) => queue.readAgain(open.file, given)} />;
      }
      case "check":
        return check(state.open);
    }
  }

  function check(open: OpenFile) {
    const { state: progress } = job;
    switch (progress.at) {
      case "sending":
      case "saving":
      case "stopped":
        return <SendingCard name={open.file.name} state={progress} onResume={job.resume} onCancel={job.cancel} />;
      case "changed":
        return (
          <ChangedCard
            preview={progress.preview}
            currency={open.statement.currency ?? ""}
            timeZone={timeZone}
            onDecide={job.decide}
            onCancel={job.cancel}
          />
        );
      case "same":
        return (
          <Card role="status">
            <EmptyState
              title={text.same.title}
              text={sameLead(open)}
              action={
                <Row gap={8} wrap justify="center">
                  <Button onClick={goOn}>{text.back}</Button>
                  {checked?.target.kind === "existing" && (
                    <ButtonLink
                      variant="accent"
                      href={withAccount(ROUTE.performance, brokerAccount(checked.target.account.number))}
                    >
                      {text.same.open}
                    </ButtonLink>
                  )}
                </Row>
              }
            />
          </Card>
        );
      case "idle":
        return (
          <CheckStep
            key={`${open.file.name} ${open.file.lastModified}`}
            open={open}
            accounts={value}
            addTo={addTo}
            timeZone={timeZone}
            waiting={queue.waiting}
            another={another}
            onTarget={setTargetName}
            onColumns={() => queue.sayColumns(open)}
            onImport={(next) => void send(next, open)}
          />
        );
    }
  }
}

function sameLead({ statement: { trades, fills } }: OpenFile): string {
  return fills ? text.same.leadFills(fills.length) : text.same.lead(trades.length);
}

/** Remembers the columns of a file in its account. The next file is read without it too. */
async function keepMapping(number: number, change: AccountChange): Promise<void> {
  const attempt = Attempt.of<AccountChange & { number: number }, BrokerAccount>(null, undefined, () => ({
    number,
    ...change,
  }));
  await attempt.send(changeBrokerAccount).catch(() => {});
}

/** The account that is about to be made, in the place of the accounts. */
function PendingName({ name, state }: { name: string | null; state: QueueState["at"] }) {
  const isChosen = state === "columns" || state === "questions" || state === "check";
  return (
    <>
      {(state === "check" && name) || text.newAccount}
      {isChosen && (
        <Text as="span" tone="muted" weight={400}>
          {state === "columns" ? text.state.columns : text.state.check}
        </Text>
      )}
    </>
  );
}

/** Files may be dropped anywhere on the page. @returns whether some are held over it */
function useDropAnywhere(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  const onDragOver = useCallback((event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  }, []);
  useEffect(() => {
    function onLeave({ relatedTarget }: DragEvent) {
      // Null where the pointer leaves the window.
      if (relatedTarget === null) setOver(false);
    }
    function onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) take(files);
    }
    addEventListener("dragover", onDragOver);
    addEventListener("dragleave", onLeave);
    addEventListener("drop", onDrop);
    return () => {
      removeEventListener("dragover", onDragOver);
      removeEventListener("dragleave", onLeave);
      removeEventListener("drop", onDrop);
    };
  }, [onDragOver]);
  return isOver;
}

function UnknownAccount() {
  return (
    <Card role="alert">
      <EmptyState
        title={text.unknownAccount}
        text={text.unknownAccountText}
        action={
          <ButtonLink variant="accent" href={ROUTE.performanceImport}>
            {text.newAccount}
          </ButtonLink>
        }
      />
    </Card>
  );
}
