import { ROUTE } from "../../state/routes.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import type { Fact } from "../../ui/fact-line.tsx";
import { Facts } from "../../ui/facts.tsx";
import { CircleAlert, CircleCheck, CircleDashed } from "../../ui/icon.tsx";
import { Row, Stack, Text } from "../../ui/layout.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { BOOK_ADMIN_TEXT } from "../ledger/book-text.ts";
import { transferPath } from "../ledger/ledger-address.ts";
import { personPath, subjectPath } from "../list/subject-path.ts";
import { itemPath } from "../list/use-open-item.ts";
import { monthName } from "../month-close/month-names.ts";
import { kindName, noLineText, payerOf } from "./day-grid.tsx";
import type { DayRow } from "./day-rows.ts";
import { LineDecisions, optionOf, type PaneProps } from "./line-decisions.tsx";
import { shortDay } from "./reconciliation-address.ts";
import { RECONCILIATION_TEXT } from "./reconciliation-text.ts";
import { hundredths, signedSum } from "./signed-sum.ts";
import type { BankTransfer, ShownDay, StatementLine } from "./statement-calls.ts";

const text = RECONCILIATION_TEXT;

/** The chosen row: what the bank says, what it could be or is matched to, and what can be done. */
export function RowPane(props: PaneProps) {
  const { row } = props;
  const [transfer] = row.transfers;
  if (row.line === null) return transfer ? <TransferPane {...props} transfer={transfer} /> : null;
  return row.state === "open" ? <OpenLine {...props} line={row.line} /> : <MatchedLine {...props} line={row.line} />;
}

function PaneTitle({ title, row }: { title: string; row: DayRow }) {
  const { state, difference } = row;
  return (
    <Row justify="space-between" gap={8} wrap>
      <Text as="h2" size="body" weight={600} tabIndex={-1} data-item-heading="">
        {title}
      </Text>
      {state === "matched" ? (
        <Badge tone="up" icon={CircleCheck}>
          {text.matched}
        </Badge>
      ) : state === "no_line" ? (
        <Badge tone="neutral" icon={CircleCheck}>
          {text.noLineNeeded}
        </Badge>
      ) : (
        <Badge tone={state === "open" ? "warn" : "neutral"} icon={difference ? CircleAlert : CircleDashed}>
          {difference ? text.differences[difference.kind] : text.isOpen}
        </Badge>
      )}
    </Row>
  );
}

function Figure({ sum, when }: { sum: string; when: string }) {
  return (
    <Row justify="space-between" align="baseline" gap={8} wrap>
      <Text as="p" size="figure" weight={600} className="num">
        {sum}
      </Text>
      <Text as="span" size="dense" tone="muted" className="num">
        {when}
      </Text>
    </Row>
  );
}

/** What the bank says of a line. */
function LineFacts({ line, shown, at }: { line: StatementLine; shown: ShownDay; at: PaneProps["at"] }) {
  const account = shown.accounts.find(({ _id }) => _id === line.account);
  const facts: Fact[] = [
    // Its statement came after that month was sealed.
    { name: BOOK_ADMIN_TEXT.foundFor, value: line.foundFor && monthName(line.foundFor) },
    { name: text.payerName, value: line.payer },
    { name: text.from, value: line.payerAccount },
    { name: text.message, value: line.remark && `“${line.remark}”` },
    {
      name: text.bankId,
      value: line.bankId ?? line.networkHash,
      after: <CopyButton text={line.bankId ?? line.networkHash ?? ""} what={text.copyBankId} />,
    },
    { name: text.bankReference, value: line.reference },
    { name: text.account1, value: account && text.account(account.name, account.accountNumber) },
    { name: text.lineOfFile, value: text.fileLine(line.line) },
  ];
  return (
    <>
      <Figure sum={signedSum(line.amount, line.currency)} when={line.at ? at(line.at) : shortDay(line.day)} />
      <Facts arrange="pairs" namesPx={88} facts={facts} />
    </>
  );
}

function OpenLine(props: PaneProps & { line: StatementLine }) {
  const { row, line, shown, isOperator, at } = props;
  return (
    <Stack gap={16}>
      <PaneTitle title={text.openLine} row={row} />
      <LineFacts line={line} shown={shown} at={at} />
      {isOperator ? (
        <LineDecisions key={line._id} {...props} />
      ) : (
        <Text size="dense" tone="muted">
          {text.operatorsOnly}
        </Text>
      )}
    </Stack>
  );
}

function MatchedLine({ row, line, shown, isOperator, at, onAsk }: PaneProps & { line: StatementLine }) {
  const { match } = line;
  if (!match) return null;
  const isException = match.why === "exception" || match.why === "refund";
  const facts: Fact[] = [
    { name: text.matchedWhy, value: text.why[match.why] },
    { name: text.matchedBy, value: match.by ?? text.automatic },
    { name: text.matchedAt, value: match.at && at(match.at) },
    { name: text.matchedReason, value: match.reason },
  ];
  return (
    <Stack gap={16}>
      <PaneTitle title={text.matchedLine} row={row} />
      <LineFacts line={line} shown={shown} at={at} />
      <Facts arrange="pairs" namesPx={88} facts={facts} />
      <Stack gap={4} size="dense">
        {row.transfers.map((transfer) => (
          <Row key={transfer._id} justify="space-between" gap={8}>
            <Text as="span" minWidth={0} breaks="anywhere">
              <TextLink href={transferPath(transfer._id)}>{optionOf(transfer).label}</TextLink>
            </Text>
            <span className="num">{signedSum(transfer.amount, transfer.currency)}</span>
          </Row>
        ))}
      </Stack>
      {match.exceptionId !== null && (
        <ButtonLink href={itemPath(ROUTE.adminExceptions, match.exceptionId)}>{text.seeException}</ButtonLink>
      )}
      {isException && (
        <Text size="dense" tone="muted">
          {text.exceptionStays}
        </Text>
      )}
      {!isException && isOperator && <Button onClick={() => onAsk({ act: "takeBack", line })}>{text.takeBack}</Button>}
    </Stack>
  );
}

function TransferPane({ row, transfer, shown, isOperator, at, onAsk }: PaneProps & { transfer: BankTransfer }) {
  const { user, code, bankReference, lineDay } = transfer;
  const record = transfer.withdrawalId
    ? subjectPath(`withdrawal:${transfer.withdrawalId}`)
    : transfer.depositId
      ? subjectPath(`deposit:${transfer.depositId}`)
      : null;
  const facts: Fact[] = [
    { name: text.kind, value: kindName(transfer.kind) },
    { name: text.trader, value: user && <TextLink href={personPath(user._id)}>{user.name}</TextLink> },
    { name: text.reference, value: code && (record ? <TextLink href={record}>{code}</TextLink> : code) },
    { name: text.bankId, value: bankReference },
  ];
  const fitting = shown.lines.filter(
    ({ match, amount }) => match === null && hundredths(amount) === hundredths(transfer.amount),
  );
  return (
    <Stack gap={16}>
      <PaneTitle title={row.state === "open" ? text.openTransfer : text.transfer} row={row} />
      <Figure sum={signedSum(transfer.amount, transfer.currency)} when={at(transfer.at)} />
      <Facts arrange="pairs" namesPx={88} facts={facts} />
      <TextLink href={transferPath(transfer._id)}>{text.seeTransfer}</TextLink>
      {lineDay !== null && row.state === "other_day" && (
        <Text size="dense" tone="muted">
          {text.onOtherDay(shortDay(lineDay))}
        </Text>
      )}
      {row.state === "no_line" && (
        <Text size="dense" tone="muted">
          {noLineText(transfer)}
        </Text>
      )}
      {row.state === "open" && isOperator && (
        <Stack gap={4}>
          <Text as="h3" size="dense" tone="muted">
            {text.linkLine}
          </Text>
          {fitting.length === 0 && (
            <Text size="dense" tone="muted">
              {text.linkNoLine}
            </Text>
          )}
          {fitting.map((line) => (
            <Button key={line._id} onClick={() => onAsk({ act: "link", line, chosen: [optionOf(transfer)] })}>
              {text.linkTo(payerOf(line))}
            </Button>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
