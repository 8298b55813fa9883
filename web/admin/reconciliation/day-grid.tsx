import { styled } from "goober";
import { Link } from "wouter";
import { dayAt, isoDate } from "../../../worker/contract/trade-calendar.ts";
import { formatHour } from "../../ui/format.ts";
import { Check, CircleDashed, Icon } from "../../ui/icon.tsx";
import { Text } from "../../ui/layout.tsx";
import { media, tint, type } from "../../ui/theme.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { feePath } from "../ledger/book-address.ts";
import { TRANSFER_ADMIN_TEXT } from "../ledger/transfer-admin-text.ts";
import type { DayRow } from "./day-rows.ts";
import { shortDay } from "./reconciliation-address.ts";
import { RECONCILIATION_TEXT } from "./reconciliation-text.ts";
import { signedSum } from "./signed-sum.ts";
import type { BankTransfer, StatementLine } from "./statement-calls.ts";

const COLUMNS = "52px minmax(0, 1fr) 112px 56px 52px 108px minmax(0, 1fr) 112px";

const Head = styled("div")`
  ${type.dense}
  position: sticky;
  top: 0;
  z-index: 2;
  display: grid;
  grid-template-columns: ${COLUMNS};
  align-items: center;
  gap: 0 8px;
  height: 32px;
  padding: 0 20px;
  background: var(--raised);
  border-bottom: 1px solid var(--line);
  color: var(--muted);
  & > [data-right] {
    text-align: right;
  }
  ${media.phone} {
    display: none;
  }
`;

const List = styled("ul")`
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Line = styled("li")`
  ${type.dense}
  position: relative;
  display: grid;
  grid-template-columns: ${COLUMNS};
  align-items: center;
  gap: 0 8px;
  min-height: 32px;
  padding: 0 20px;
  border-bottom: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  content-visibility: auto;
  contain-intrinsic-size: auto 32px;
  &[data-chosen="true"] {
    background: var(--surface);
    box-shadow: inset 2px 0 0 var(--accent);
  }
  &:hover {
    background: ${tint("text", 4, "bg")};
  }
  & > button {
    position: absolute;
    inset: 0;
    border-radius: 0;
    cursor: pointer;
  }
  & > button:focus-visible {
    outline-offset: -2px;
  }
  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > [data-quiet] {
    color: var(--muted);
  }
  & > [data-sum] {
    text-align: right;
  }
  & > [data-hole="transfer"] {
    grid-column: 5 / -1;
  }
  & > [data-hole="line"] {
    grid-column: 1 / 4;
  }
  &[data-open="true"] > [data-sum],
  &[data-open="true"] > [data-name] {
    font-weight: 600;
  }
  ${media.phone} {
    grid-template-columns: 44px minmax(0, 1fr) auto;
    gap: 2px 8px;
    min-height: 56px;
    padding: 8px 16px;
    contain-intrinsic-size: auto 60px;
    & > [data-link] {
      grid-column: 1;
      justify-self: start;
    }
    & > [data-kind],
    & > [data-time="transfer"] {
      display: none;
    }
    & > [data-hole="transfer"] {
      grid-column: 2 / -1;
    }
    & > [data-hole="line"] {
      grid-column: 1 / -1;
    }
  }
`;

const Hole = styled("div")`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  min-width: 0;
  height: 24px;
  padding: 0 10px;
  border: 1px dashed var(--control);
  border-radius: 6px;
  color: var(--muted);
  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > a,
  & > b {
    position: relative;
    flex: none;
    color: var(--accent);
    font-weight: 500;
  }
  & > a:hover {
    text-decoration: underline;
    text-underline-offset: 4px;
  }
`;

/** The sign of a link between both sides: a check, how many transfers it has, or a ring for what is missing. */
const Mark = styled("span")`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 2px;
  height: 20px;
  min-width: 20px;
  margin: 0 auto;
  border-radius: 999px;
  background: ${tint("up", 14, "bg")};
  color: var(--up);
  font-weight: 500;
  &[data-many="true"] {
    padding: 0 6px;
  }
  &[data-state="open"] {
    background: none;
    color: var(--warn);
  }
  &[data-state="no_line"],
  &[data-state="other_day"] {
    background: none;
    color: var(--muted);
  }
`;

const text = RECONCILIATION_TEXT;

type DayGridProps = {
  rows: readonly DayRow[];
  chosen: string | null;
  timeZone: string;
  isOperator: boolean;
  /** Whether a statement has the day: without one the bank's side is missing as a whole, not row by row. */
  hasStatement: boolean;
  onChoose: (id: string) => void;
};

/** The lines of the bank's statement and the transfers of the ledger, row by row what belongs together. */
export function DayGrid({ rows, ...rest }: DayGridProps) {
  return (
    <>
      <Head aria-hidden="true">
        <span>{text.time}</span>
        <span>{text.payer}</span>
        <span data-right="">{text.amount}</span>
        <span />
        <span>{text.time}</span>
        <span>{text.kind}</span>
        <span>{text.reference}</span>
        <span data-right="">{text.amount}</span>
      </Head>
      <List aria-label={text.title}>
        {rows.map((row) => (
          <GridRow key={row.id} row={row} {...rest} />
        ))}
      </List>
    </>
  );
}

function GridRow({ row, ...props }: Omit<DayGridProps, "rows"> & { row: DayRow }) {
  const { chosen, timeZone, isOperator, hasStatement, onChoose } = props;
  const { id, line, transfers, state } = row;
  return (
    <Line data-chosen={chosen === id} data-open={state === "open"}>
      <button
        type="button"
        data-row={id}
        aria-label={rowName(row, timeZone)}
        aria-current={chosen === id}
        onClick={() => onChoose(id)}
      />
      {line ? (
        <LineCells line={line} timeZone={timeZone} />
      ) : (
        <LineHole row={row} timeZone={timeZone} hasStatement={hasStatement} />
      )}
      <LinkMark row={row} />
      {transfers.length > 0 ? (
        <TransferCells transfers={transfers} day={line?.day ?? null} timeZone={timeZone} />
      ) : (
        line && <TransferHole row={row} line={line} isOperator={isOperator} />
      )}
    </Line>
  );
}

/** What screen readers hear of a row. */
function rowName({ line, transfers: [transfer], state }: DayRow, timeZone: string): string {
  const at = line ? line.at : transfer?.at;
  const name = line ? payerOf(line) : transfer ? referenceOf(transfer) : "";
  const of = line ?? transfer;
  const sum = of ? signedSum(of.amount, of.currency) : "";
  return [at && formatHour(at, timeZone), name, sum, STATE[state]].filter(Boolean).join(", ");
}

/** What screen readers hear of the state of a row. */
const STATE: Record<DayRow["state"], string> = {
  matched: text.matched,
  open: text.isOpen,
  other_day: text.differences.other_day,
  no_line: text.noLineNeeded,
};

function LineCells({ line, timeZone }: { line: StatementLine; timeZone: string }) {
  return (
    <>
      <span className="num" data-quiet="">
        {line.at && formatHour(line.at, timeZone)}
      </span>
      <span data-name="" title={payerOf(line)}>
        {payerOf(line)}
      </span>
      <span className="num" data-sum="">
        {signedSum(line.amount, line.currency)}
      </span>
    </>
  );
}

type LineHoleProps = Pick<DayGridProps, "timeZone" | "hasStatement"> & { row: DayRow };

function LineHole({ row: { transfers, state }, timeZone, hasStatement }: LineHoleProps) {
  const [transfer] = transfers;
  if (!transfer) return null;
  if (!hasStatement && state === "open") return <span data-hole="line" />;
  return (
    <Hole data-hole="line">
      <span>
        {state === "no_line"
          ? noLineText(transfer)
          : state === "open" || transfer.lineDay === null
            ? text.notOnStatement(formatHour(transfer.at, timeZone))
            : text.onOtherDay(shortDay(transfer.lineDay))}
      </span>
    </Hole>
  );
}

/** Why no line has a transfer and none will. */
export function noLineText({ kind }: BankTransfer): string {
  return kind === "withdrawal" || kind === "payout_returned" ? text.noLinePaidBack : text.noLineGivenUp;
}

function TransferHole({ row, line, isOperator }: { row: DayRow; line: StatementLine; isOperator: boolean }) {
  if (line.match !== null) {
    return (
      <Hole data-hole="transfer">
        <span>{text.waitsForDecision}</span>
      </Hole>
    );
  }
  const { difference } = row;
  return (
    <Hole data-hole="transfer">
      <span>{difference ? text.hole[difference.kind](difference.code) : text.noTransfer}</span>
      {isOperator && isFee(row) && <Link href={feePath(feeOf(line))}>{text.bookFee}</Link>}
    </Hole>
  );
}

/** Whether an open line could be a fee: money went out, and it names no record. */
export function isFee({ line, difference, state }: DayRow): boolean {
  return (
    line !== null && state === "open" && line.amount < 0 && (difference === null || difference.kind === "unknown_debit")
  );
}

/** What the proposal of a fee has of its line. */
export function feeOf({ account, amount, bankId, reference, remark }: StatementLine) {
  return {
    bankAccount: account,
    amount: Math.abs(amount),
    bankReference: bankId ?? reference ?? "",
    reason: remark ?? "",
  };
}

function TransferCells({
  transfers,
  day,
  timeZone,
}: {
  transfers: readonly BankTransfer[];
  day: string | null;
  timeZone: string;
}) {
  const [transfer] = transfers;
  if (!transfer) return null;
  const isMany = transfers.length > 1;
  const amount = transfers.reduce((sum, one) => sum + Math.round(one.amount * 100), 0) / 100;
  const ofDay = isoDate(dayAt(Date.parse(transfer.at), timeZone));
  return (
    <>
      <span className="num" data-quiet="" data-time="transfer">
        {day !== null && ofDay !== day ? shortDay(ofDay) : formatHour(transfer.at, timeZone)}
      </span>
      <span data-kind="">{kindName(transfer.kind)}</span>
      <span data-quiet="" title={isMany ? undefined : referenceOf(transfer)}>
        {isMany ? text.batch(batchOf(transfers), transfers.length) : referenceOf(transfer)}
      </span>
      <span className="num" data-sum="">
        {signedSum(amount, transfer.currency)}
      </span>
    </>
  );
}

/** The batch that all of some transfers are of; null where there is none. */
function batchOf(transfers: readonly BankTransfer[]): string | null {
  const [first] = transfers;
  return first && transfers.every(({ batch }) => batch === first.batch) ? first.batch : null;
}

function LinkMark({ row: { state, transfers } }: { row: DayRow }) {
  const isMany = transfers.length > 1;
  return (
    <Mark data-link="" data-state={state} data-many={isMany}>
      {state === "matched" || state === "no_line" ? <Icon of={Check} size={14} /> : <Icon of={CircleDashed} />}
      {isMany && (
        <Text as="span" size="caption" className="num">
          {transfers.length}
        </Text>
      )}
      <VisuallyHidden>{STATE[state]}</VisuallyHidden>
    </Mark>
  );
}

const KINDS = new Map<string, string>(Object.entries(TRANSFER_ADMIN_TEXT.kinds));

/** The word for the kind of a transfer. */
export const kindName = (kind: string) => KINDS.get(kind) ?? kind;

/** Whom a line is from or to, with their account; else what the bank wrote. */
export function payerOf({ payer, payerAccount, remark, reference, bankId }: StatementLine): string {
  const who = [payer, payerAccount].filter((part) => part !== null && part !== "").join(", ");
  return who || remark || reference || bankId || text.several;
}

/** `WD-2257, Visal Heng` */
export function referenceOf({ code, user }: BankTransfer): string {
  return [code, user?.name].filter(Boolean).join(", ");
}
