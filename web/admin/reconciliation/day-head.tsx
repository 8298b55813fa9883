import { styled } from "goober";
import { useState } from "react";
import { Link } from "wouter";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { formatHour, formatSum } from "../../ui/format.ts";
import { ChevronLeft, ChevronRight, CircleAlert, CircleCheck, CircleDashed, FileUp, Icon } from "../../ui/icon.tsx";
import { Box, Row, Stack, Text } from "../../ui/layout.tsx";
import { Segments } from "../../ui/segments.tsx";
import { TextButton } from "../../ui/text-button.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { media, type } from "../../ui/theme.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { midSentence } from "../core/admin-time.ts";
import { BANK_TERM_TEXT } from "../ledger/bank-term-text.ts";
import { accountPath } from "../ledger/ledger-address.ts";
import { type Place, reconciliationPath, shortDay, weekDay } from "./reconciliation-address.ts";
import { RECONCILIATION_TEXT } from "./reconciliation-text.ts";
import { hundredths, signedSum } from "./signed-sum.ts";
import type { Currency, DayAccount, Position, ShownDay, Term } from "./statement-calls.ts";

const Step = styled("a")`
  display: inline-grid;
  place-items: center;
  width: 28px;
  height: 28px;
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  background: var(--raised);
  color: var(--text);
  &[aria-disabled="true"] {
    border-color: var(--line);
    color: var(--control);
  }
  ${media.touch} {
    width: 44px;
    height: 44px;
  }
`;

const Figures = styled("dl")`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 0;
  margin: 0;
  & > div {
    padding: 0 20px;
    border-left: 1px solid var(--line);
  }
  & > div:first-child {
    padding-left: 0;
    border-left: 0;
  }
  & > [data-grow] {
    flex: 1 1 240px;
    min-width: 0;
  }
  & dt {
    ${type.dense}
    color: var(--muted);
  }
  & dd {
    ${type.section}
    display: flex;
    align-items: center;
    gap: 6px;
    margin: 0;
    font-weight: 600;
    white-space: nowrap;
  }
  & [data-tone="warn"] {
    color: var(--warn);
  }
  & [data-tone="up"] {
    color: var(--up);
  }
  & [data-tone="down"] {
    color: var(--down);
  }
  ${media.medium} {
    & > [data-grow] {
      order: 9;
      flex-basis: 100%;
      padding-left: 0;
      border-left: 0;
    }
  }
  ${media.phone} {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    & > div {
      padding: 0;
      border: 0;
    }
    & > [data-grow] {
      grid-column: 1 / -1;
    }
  }
`;

const Terms = styled("ul")`
  ${type.dense}
  display: flex;
  flex-wrap: wrap;
  gap: 2px 20px;
  min-height: 28px;
  align-items: center;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    white-space: nowrap;
  }
  & b {
    margin-left: 6px;
    font-weight: 600;
  }
`;

const text = RECONCILIATION_TEXT;
const CURRENCIES = (["USD", "KHR"] as const).map((value) => ({ value, label: text.currencies[value] }));

type DayHeadProps = {
  place: Place & { before: string; after: string | null };
  /** Null until it has loaded. */
  shown: ShownDay | null;
  timeZone: string;
  at: (instant: string) => string;
  /** Null for who may not import. */
  onImport: (() => void) | null;
  onCurrency: (currency: Currency) => void;
};

/** The day, whose statement it is and until when it goes, and what explains the difference between the bank and the ledger. */
export function DayHead({ place, shown, timeZone, at, onImport, onCurrency }: DayHeadProps) {
  const { day, currency, is, before, after } = place;
  const open = shown ? shown.counts.openLines + shown.counts.openTransfers : 0;
  return (
    <Stack
      as="header"
      grow={false}
      gap={12}
      pad="12px 20px"
      line="bottom"
      surface="surface"
      phone={{ pad: "12px 16px" }}
    >
      <Row wrap justify="space-between" gap="8px 16px">
        <Row gap={8} wrap>
          <Text as="h2" size="lead" weight={600} breaks="never">
            {weekDay(day)}
          </Text>
          <Row gap={4}>
            <DayStep to={before} label={text.previousDay} icon={ChevronLeft} currency={currency} is={is} />
            <DayStep to={after} label={text.nextDay} icon={ChevronRight} currency={currency} is={is} />
          </Row>
          {shown && open > 0 && (
            <Badge tone="warn" icon={CircleDashed}>
              {text.open(open)}
            </Badge>
          )}
          {shown && open === 0 && shown.accounts.some(({ hasDay }) => hasDay) && !lacksStatement(shown) && (
            <Badge tone="up" icon={CircleCheck}>
              {text.nothingOpen}
            </Badge>
          )}
        </Row>
        <Row gap="8px 16px" wrap>
          {shown && shown.accounts.length > 0 && (
            <Stack gap={0} size="dense" tone="muted">
              {shown.accounts.map((account) => (
                <AccountLine
                  key={account._id}
                  account={account}
                  isOnly={shown.accounts.length === 1}
                  timeZone={timeZone}
                  at={at}
                />
              ))}
            </Stack>
          )}
          <Segments label={text.currency} size="dense" value={currency} options={CURRENCIES} onChange={onCurrency} />
          {onImport && (
            <Button size="dense" icon={FileUp} onClick={onImport}>
              {text.importStatement}
            </Button>
          )}
        </Row>
      </Row>
      {shown?.position && <PositionFigures position={shown.position} place={place} />}
      {shown && !shown.position && shown.accounts.length > 0 && (
        <Text size="dense" tone="muted">
          {text.noPosition}
        </Text>
      )}
    </Stack>
  );
}

const lacksStatement = ({ accounts }: ShownDay) => accounts.some(({ isMissing }) => isMissing);

type DayStepProps = Pick<Place, "currency" | "is"> & { to: string | null; label: string; icon: typeof ChevronLeft };

function DayStep({ to, label, icon, currency, is }: DayStepProps) {
  if (to === null) {
    return (
      <Step role="link" aria-label={label} aria-disabled="true">
        <Icon of={icon} />
      </Step>
    );
  }
  return (
    <Link href={reconciliationPath({ day: to, currency, is })} asChild>
      <Step aria-label={label}>
        <Icon of={icon} />
      </Step>
    </Link>
  );
}

type AccountLineProps = {
  account: DayAccount;
  isOnly: boolean;
  timeZone: string;
  at: (instant: string) => string;
};

/** A bank account, and until when its statement of the day goes. */
function AccountLine({ account, isOnly, timeZone, at }: AccountLineProps) {
  const { name, accountNumber, currency, hasDay, isMissing, cutOff, importedAt, balance } = account;
  const endsAt = endsEarlyAt(account, timeZone);
  return (
    <Row as="span" gap="0 12px" wrap>
      <Text as="span" tone="text">
        {text.account(name, accountNumber)}, {currency}
      </Text>
      {!isOnly && balance !== null && <span className="num">{formatSum(balance, currency)}</span>}
      {!hasDay && (
        <Text as="span" tone={isMissing ? "warn" : "muted"}>
          {text.noStatementOfDay}
        </Text>
      )}
      {hasDay && endsAt !== null && (
        <Text as="span" tone="warn" className="num">
          {text.statementTo(endsAt)}
        </Text>
      )}
      {hasDay && endsAt === null && <span>{text.wholeDay}</span>}
      {cutOff !== null && <span>{text.cutOff(cutOff)}</span>}
      {hasDay && importedAt !== null && <span>{text.importedAt(midSentence(at(importedAt)))}</span>}
    </Row>
  );
}

/**
 * The time of the last line of a statement that was made before its last day was over, `16:05`; null for one that has the whole day. A bank that
 * gives days alone has no such time: then it is that of the import.
 */
function endsEarlyAt({ isMissing, importedAt, statementTo }: DayAccount, timeZone: string): string | null {
  const endsAt = statementTo ?? importedAt;
  return isMissing && endsAt !== null ? formatHour(endsAt, timeZone) : null;
}

function PositionFigures({ position, place }: { position: Position; place: Place }) {
  const { bank, clientMoney, difference, terms, notExplained } = position;
  const { currency } = place;
  const isExplained = hundredths(notExplained) === 0;
  return (
    <Figures>
      <div>
        <dt>{text.bank}</dt>
        <dd className="num">{formatSum(bank, currency)}</dd>
      </div>
      <div>
        <dt>{text.clientMoney}</dt>
        <dd className="num">{formatSum(clientMoney, currency)}</dd>
      </div>
      <div>
        <dt>{text.difference}</dt>
        <dd className="num" data-tone={hundredths(difference) === 0 ? "up" : "warn"}>
          {signedSum(difference, currency)}
        </dd>
      </div>
      <div data-grow="">
        <dt>{text.explained}</dt>
        <dd>
          {terms.length === 0 ? (
            <Text as="span" size="dense" tone="muted" weight={400}>
              {text.explainedByNothing}
            </Text>
          ) : (
            <Terms>
              {terms.map((term) => (
                <li key={term.kind}>
                  <TermName term={term} place={place} />
                  <b className="num">{signedSum(term.amount, currency)}</b>
                </li>
              ))}
            </Terms>
          )}
        </dd>
      </div>
      <div>
        <dt>{text.notExplained}</dt>
        <dd className="num" data-tone={isExplained ? "up" : "down"}>
          {signedSum(notExplained, currency)}
          <Icon of={isExplained ? CircleCheck : CircleAlert} />
          {isExplained && <VisuallyHidden>{text.allExplained}</VisuallyHidden>}
        </dd>
      </div>
    </Figures>
  );
}

/** The accounts of the house whose balance a term is. */
const HOUSE: Partial<Record<Term["kind"], string>> = {
  trading_results: "house:trading",
  suspense: "house:suspense",
  exchange: "house:exchange",
  fees: "house:fees",
};

/** What explains a part of the difference: it leads to its lines, on the days that have them, or to its account. */
function TermName({ term, place }: { term: Term; place: Place }) {
  const [areDaysShown, setAreDaysShown] = useState(false);
  const { currency } = place;
  const name = text.termOf(BANK_TERM_TEXT[term.kind], term.count);
  const [only, ...others] = term.days;
  const account = HOUSE[term.kind];
  if (account !== undefined) {
    const id = currency === "KHR" ? `${account}:khr` : account;
    return <TextLink href={accountPath(id)}>{name}</TextLink>;
  }
  if (only === undefined) return <span>{name}</span>;
  // What is matched on another day is not open.
  const is = term.kind === "other_day" || term.kind === "exception" ? ("all" as const) : ("open" as const);
  if (others.length === 0) {
    return <TextLink href={reconciliationPath({ day: only.day, currency, is })}>{name}</TextLink>;
  }
  return (
    <>
      <TextButton onClick={() => setAreDaysShown(true)}>{name}</TextButton>
      {areDaysShown && (
        <Dialog
          title={name}
          width="narrow"
          onClose={() => setAreDaysShown(false)}
          actions={
            <Button data-autofocus="" onClick={() => setAreDaysShown(false)}>
              {text.close}
            </Button>
          }
        >
          <Text size="dense" tone="muted">
            {text.termDays}
          </Text>
          {term.days.map(({ day, amount, count }) => (
            <Row key={day} justify="space-between" gap={12} minHeight={36} line="bottom" size="dense">
              <TextLink href={reconciliationPath({ day, currency, is })} onClick={() => setAreDaysShown(false)}>
                {shortDay(day)}
              </TextLink>
              <Text as="span" tone="muted">
                {text.termLines(count)}
              </Text>
              <Box as="span" className="num">
                {signedSum(amount, currency)}
              </Box>
            </Row>
          ))}
        </Dialog>
      )}
    </>
  );
}
