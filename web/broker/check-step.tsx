import { type ReactNode, useEffect, useMemo, useState } from "react";
import { BROKER } from "../../worker/contract/broker/broker-limits.ts";
import type { FileClock } from "../../worker/contract/broker/file-clock.ts";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/card.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Checkbox } from "../ui/fields/choice.tsx";
import { formatAmount, formatCount, formatDate } from "../ui/format.ts";
import { ChevronRight, Icon, Undo2 } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Box, Grid, Row, Stack, Text } from "../ui/layout.tsx";
import { AccountDialog } from "./account-dialog.tsx";
import type { BrokerAccount } from "./broker-calls.ts";
import { moneyText, resultText } from "./broker-money.ts";
import { FactLine, FactsFrame, FileHead, Total, TotalProblem } from "./check-facts.tsx";
import { CheckFoot } from "./check-foot.tsx";
import { ClockDialog } from "./clock-dialog.tsx";
import { clockText } from "./clock-name.ts";
import { isEqual, periodOf, proposeClock, shownTrades, sumsOf, totalDifference, weekendCount } from "./import-facts.ts";
import { endOfNumber, type ImportTarget, proposeTarget, targetProblem } from "./import-target.ts";
import { importText } from "./import-text.ts";
import { LeftOutList, LinesDialog } from "./left-out.tsx";
import { countOf, leftOutGroups } from "./left-out-groups.ts";
import { sentRows } from "./sent-rows.ts";
import { ownTime, ShownTrades, wallMinutes } from "./shown-trades.tsx";
import type { OpenFile } from "./use-file-queue.ts";

const text = importText.check;

/** What the trader has checked and wants imported. */
export type Checked = { target: ImportTarget; clock: FileClock; isEqual: boolean; unreadLines: number };

type CheckStepProps = {
  open: OpenFile;
  /** Null until they are known. */
  accounts: readonly BrokerAccount[] | null;
  /** The account that the trader adds a file to; null where they chose none. */
  addTo: BrokerAccount | null;
  timeZone: string;
  waiting: number;
  /** The choice of another file. */
  another: ReactNode;
  onTarget: (name: string) => void;
  onColumns: () => void;
  onImport: (checked: Checked) => void;
};

const NONE: readonly BrokerAccount[] = [];

/** What was understood of a file, before anything of it is sent. */
export function CheckStep(props: CheckStepProps) {
  const { open, addTo, timeZone, another, onTarget, onColumns, onImport } = props;
  const { statement, file, answers, readMs } = open;
  const accounts = props.accounts ?? NONE;
  const currency = statement.currency ?? "";
  const [chosenTarget, setTarget] = useState<ImportTarget | null>(null);
  const proposed = useMemo(
    () => proposeTarget({ statement, answers, fileName: file.name }, accounts, addTo),
    [statement, answers, file.name, accounts, addTo],
  );
  const isThere =
    chosenTarget?.kind === "new" || accounts.some(({ number }) => number === chosenTarget?.account.number);
  const target = chosenTarget && isThere ? chosenTarget : proposed;
  const targetName = target.kind === "new" ? target.name : target.account.name;
  useEffect(() => onTarget(targetName), [targetName, onTarget]);
  const problem = targetProblem(target, statement, accounts);

  const before = target.kind === "existing" ? target.account.clock : null;
  const proposal = useMemo(
    () => proposeClock(statement, { ownTimeZone: timeZone, before }),
    [statement, timeZone, before],
  );
  const [chosenClock, setClock] = useState<FileClock | null>(null);
  const clock = chosenClock ?? proposal.clock;

  const sums = useMemo(() => sumsOf(statement.trades), [statement]);
  const period = useMemo(() => periodOf(statement.trades), [statement]);
  const shown = useMemo(() => shownTrades(statement.trades, clock, timeZone), [statement, clock, timeZone]);
  const timeFaults = useMemo(() => (clock ? sentRows(statement, clock, Date.now()).faults : []), [statement, clock]);
  const groups = useMemo(() => leftOutGroups(statement, timeFaults), [statement, timeFaults]);
  const unread = groups.find(({ isFault }) => isFault) ?? null;
  const unreadLines = unread ? countOf(unread) : 0;
  const leftOutLines = groups.reduce((count, group) => count + (group.isSkipped ? countOf(group) : 0), 0);

  const difference = totalDifference(statement, sums.result);
  const isTotalEqual = isEqual(difference) && timeFaults.length === 0;
  const isUnequal = difference !== null && !isEqual(difference);
  const needsConsent = isUnequal || (unreadLines > 0 && !isTotalEqual);
  const [hasConsent, setConsent] = useState(false);

  const [dialog, setDialog] = useState<"clock" | "account" | "trades" | "left" | "unread" | null>(null);
  const close = () => setDialog(null);
  // Lines of fills are no lines of trades: some of them may close what an earlier file opened.
  const { fills, trades, deposits } = statement;
  const timeFaultLines = new Set(timeFaults.map(({ line }) => line)).size;
  const count = Math.max(0, trades.length - timeFaultLines);
  const fillCount = (fills?.length ?? 0) - (fills ? timeFaultLines : 0);
  const isOfFillsAlone = fills !== undefined && count === 0;
  const number = endOfNumber(statement.account);
  const money = (amount: string) => moneyText(Number(amount), currency);

  const accountWhy =
    problem === "other_currency" && target.kind === "existing"
      ? text.otherCurrency(target.account.currency, target.account.name)
      : problem === "full"
        ? importText.accountDialog.full(BROKER.accountsMax)
        : target.kind === "new"
          ? text.isNew
          : text.existing(target.account.trades);

  return (
    <Stack gap={16} phone={{ gap: 12 }}>
      <Grid columns="408px minmax(0, 1fr)" align="start" gap={16} medium={{ columns: 1 }} phone={{ gap: 12 }}>
        <FactsFrame aria-label={file.name}>
          <FileHead
            name={file.name}
            note={text.nothingSent(sizeText(file.size), formatAmount(readMs / 1000).slice(0, 4))}
          />
          <dl>
            <FactLine
              name={text.platform}
              value={statement.platform}
              why={answers.mapping ? text.knownBy.mapped : text.knownBy.shape}
              mark={answers.mapping ? "none" : "check"}
              action={
                answers.mapping && (
                  <Button size="dense" onClick={onColumns}>
                    {text.change}
                  </Button>
                )
              }
            />
            <FactLine
              name={text.account}
              value={number === null ? text.noNumber : text.accountNumber(number)}
              why={statement.isDemo ? text.demoAccount : undefined}
              mark={number === null ? "none" : "check"}
            />
            <FactLine
              name={text.into}
              value={targetName}
              why={accountWhy}
              mark={problem === null ? "none" : "warn"}
              action={
                <Button size="dense" onClick={() => setDialog("account")}>
                  {text.change}
                </Button>
              }
            />
            <FactLine name={text.currency} value={currency} why={currency === "USD" ? undefined : text.currencyKept} />
            <FactLine
              name={text.clock}
              value={clock ? clockText(clock) : text.clockUnknown}
              why={clockWhy()}
              mark={clock ? "none" : "warn"}
              action={
                <Button size="dense" onClick={() => setDialog("clock")}>
                  {clock ? text.change : text.choose}
                </Button>
              }
            />
            {period && (
              <FactLine
                name={text.period}
                value={text.periodFrom(formatDate(period.first, "UTC"), formatDate(period.last, "UTC"))}
                why={text.weeks(Math.max(1, Math.ceil((period.last - period.first) / 604_800_000)))}
              />
            )}
            <FactLine
              name={text.trades}
              value={isOfFillsAlone ? text.fills(fillCount) : text.closed(trades.length)}
              why={
                isOfFillsAlone
                  ? text.fillsPaired
                  : statement.open.length > 0
                    ? text.open(statement.open.length)
                    : text.noneOpen
              }
            />
            {deposits && (
              <FactLine
                name={text.deposits}
                value={text.depositsOf(money(deposits.in), money(deposits.out))}
                why={text.depositsWhy}
                mark="none"
              />
            )}
            {!isOfFillsAlone && (
              <FactLine
                name={text.fees}
                value={money(sums.costs)}
                why={text.feesOf(money(sums.fees), money(sums.swap))}
              />
            )}
            <FactLine
              name={text.leftOut}
              value={leftOutLines === 0 ? text.leftOutNone : text.leftOutRows(leftOutLines)}
              why={
                unreadLines > 0
                  ? text.leftOutFaults(unreadLines)
                  : leftOutLines > 0 && isTotalEqual
                    ? text.leftOutFine
                    : undefined
              }
              mark={unreadLines > 0 ? "warn" : "check"}
              action={
                groups.length > 0 && (
                  <Box showOn="phone">
                    <IconButton icon={ChevronRight} label={text.why} onClick={() => setDialog("left")} />
                  </Box>
                )
              }
            />
          </dl>
          {shown.length > 0 && (
            <Box showOn="phone" line="top">
              <Button variant="plain" isWide size="touch" onClick={() => setDialog("trades")}>
                <Box as="span" grow textAlign="left">
                  {text.seeTrades}
                </Box>
                <Icon of={ChevronRight} />
              </Button>
            </Box>
          )}
          {(!isOfFillsAlone || needsConsent) && (
            <Total
              state={isUnequal ? "unequal" : difference === null ? "unstated" : "equal"}
              stated={statement.statedTotal === null ? null : { name: text.stated, sum: result(statement.statedTotal) }}
              ours={{ name: text.ours(statement.trades.length), sum: result(sums.result) }}
              words={isUnequal ? text.unequal : text.equal}
            >
              {difference === null && (
                <Text size="caption" tone="muted">
                  {text.unstated}
                </Text>
              )}
              {isUnequal && (
                <TotalProblem>
                  {text.difference(result(difference))}{" "}
                  {unreadLines > 0 ? text.explainedBy(unreadLines) : text.unexplained}
                  {unread && (
                    <Button size="dense" onClick={() => setDialog("unread")}>
                      {text.showLines}
                    </Button>
                  )}
                </TotalProblem>
              )}
              {!isUnequal && needsConsent && <TotalProblem>{text.withoutLines(unreadLines)}</TotalProblem>}
              {needsConsent && (
                <Box span="all">
                  <Checkbox checked={hasConsent} onChange={({ target: box }) => setConsent(box.checked)}>
                    {unreadLines > 0 ? text.importWithout : text.importAnyway}
                  </Checkbox>
                </Box>
              )}
            </Total>
          )}
        </FactsFrame>
        <Stack gap={16} minWidth={0} showOn="wide">
          {shown.length > 0 && (
            <Panel title={text.seen} note={text.seenNote}>
              <ShownTrades rows={shown} currency={currency} ownTimeZone={timeZone} hasClock={clock !== null} />
            </Panel>
          )}
          <Panel title={text.why}>
            <LeftOutList groups={groups} />
          </Panel>
        </Stack>
      </Grid>
      <CheckFoot
        note={
          <Row gap={8} tone="muted">
            <Icon of={Undo2} />
            {props.waiting > 0 ? importText.file.waiting(props.waiting) : text.takeBack}
          </Row>
        }
        phoneNote={text.goesInto(targetName, target.kind === "new")}
        another={another}
      >
        <Button
          variant="accent"
          size="touch"
          disabled={blocker() !== null}
          onClick={() => clock && onImport({ target, clock, isEqual: isTotalEqual, unreadLines })}
        >
          {blocker() ?? whatIsImported()}
        </Button>
      </CheckFoot>
      {dialog === "clock" && (
        <ClockDialog
          trades={statement.trades}
          currency={currency}
          clock={clock}
          ownTimeZone={timeZone}
          onChoose={(next) => {
            setClock(next);
            setConsent(false);
            close();
          }}
          onClose={close}
        />
      )}
      {dialog === "account" && (
        <AccountDialog
          target={target}
          name={proposed.kind === "new" ? proposed.name : statement.platform}
          statement={statement}
          accounts={accounts}
          onChoose={(next) => {
            setTarget(next);
            close();
          }}
          onClose={close}
        />
      )}
      {dialog === "trades" && (
        <Dialog title={text.seen} width="wide" isTall onClose={close}>
          <ShownTrades rows={shown} currency={currency} ownTimeZone={timeZone} hasClock={clock !== null} isBrief />
        </Dialog>
      )}
      {dialog === "left" && (
        <Dialog title={text.why} isTall onClose={close}>
          <LeftOutList groups={groups} />
        </Dialog>
      )}
      {dialog === "unread" && unread && <LinesDialog group={unread} onClose={close} />}
    </Stack>
  );

  function result(amount: string): string {
    return resultText(Number(amount), currency);
  }

  function clockWhy(): string {
    const [first] = shown;
    if (!clock) return first ? text.clockTry(first.trade.line, wallMinutes(first.wall).slice(-5)) : "";
    const proof =
      chosenClock !== null
        ? text.proof.chosen(weekendCount(statement.trades, chosenClock))
        : proposal.proof === "fewest_in_weekend"
          ? text.proof.fewest_in_weekend(proposal.inWeekend)
          : proposal.proof === "unknown"
            ? ""
            : text.proof[proposal.proof];
    if (!first || first.atMs === null) return proof;
    return text.example(proof, wallMinutes(first.wall).slice(-5), ownTime(first.atMs, timeZone));
  }

  function whatIsImported(): string {
    if (isOfFillsAlone) return text.importFills(fillCount);
    return count === 0 ? text.importOpen(statement.open.length) : text.import(count);
  }

  /** Why nothing can be imported yet; null where it can. */
  function blocker(): string | null {
    if (isOfFillsAlone ? fillCount === 0 : count === 0 && statement.open.length === 0) return text.nothing;
    // Else a file of an account that is there would make another one.
    if (props.accounts === null) return text.needsAccounts;
    if (problem !== null) return text.needsAccount;
    if (!clock) return text.needsClock;
    return needsConsent && !hasConsent ? text.needsConsent : null;
  }
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${formatCount(Math.max(1, Math.round(bytes / 1000)))} KB`
    : `${formatAmount(bytes / 1_000_000).slice(0, 4)} MB`;
}
