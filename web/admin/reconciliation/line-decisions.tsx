import { styled } from "goober";
import { useId, useState } from "react";
import { ROUTE } from "../../state/routes.ts";
import { useQuery } from "../../state/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Callout } from "../../ui/callout.tsx";
import { formatSum } from "../../ui/format.ts";
import { ButtonKey } from "../../ui/key-cap.tsx";
import { Row, Stack, Text } from "../../ui/layout.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextButton } from "../../ui/text-button.tsx";
import { tint, type } from "../../ui/theme.ts";
import { KEYS } from "../core/admin-keys.ts";
import { adminKey } from "../core/admin-polling.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { fetchDeposits } from "../deposits/deposit-calls.ts";
import type { AdminUser } from "../imports/import-calls.ts";
import { TraderPicker } from "../imports/trader-picker.tsx";
import { feePath } from "../ledger/book-address.ts";
import { subjectPath } from "../list/subject-path.ts";
import { feeOf, isFee, kindName, referenceOf } from "./day-grid.tsx";
import type { DayRow } from "./day-rows.ts";
import { shortDay } from "./reconciliation-address.ts";
import { RECONCILIATION_TEXT } from "./reconciliation-text.ts";
import { signedSum } from "./signed-sum.ts";
import {
  type BankTransfer,
  type Candidate,
  fetchCandidates,
  type ShownDay,
  type StatementLine,
} from "./statement-calls.ts";

const Option = styled("label")`
  ${type.dense}
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: start;
  gap: 0 12px;
  min-height: 52px;
  padding: 6px 12px;
  border-radius: var(--radius-control);
  cursor: pointer;
  overflow-wrap: anywhere;
  &:has(:checked) {
    background: var(--raised);
  }
  &:hover {
    background: ${tint("text", 6)};
  }
  & > input {
    width: 16px;
    height: 16px;
    margin: 2px 0 0;
    accent-color: var(--accent);
  }
  & b {
    display: block;
    font-weight: 500;
  }
  & small {
    ${type.dense}
    display: block;
    color: var(--muted);
  }
`;

const text = RECONCILIATION_TEXT;

/** What a person decides about a row; the section asks for it in a dialog. */
export type Asked =
  | { act: "import"; account: string | null }
  | { act: "match" }
  | { act: "link"; line: StatementLine; chosen: readonly LinkOption[] }
  | { act: "exception"; line: StatementLine; depositId: string | null; name: string | null; asks: boolean }
  | { act: "refund"; line: StatementLine; exceptionId: string; name: string }
  | { act: "complete"; line: StatementLine; withdrawalId: string }
  | { act: "takeBack"; line: StatementLine };

/** A transfer that a line can be linked to. */
export type LinkOption = { _id: string; label: string; amount: number; currency: StatementLine["currency"] };

export type PaneProps = {
  row: DayRow;
  shown: ShownDay;
  isOperator: boolean;
  at: (instant: string) => string;
  onAsk: (asked: Asked) => void;
};

/** What is chosen for an open line: a candidate, a trader whom it names by their newest deposit, or that nobody knows its payer. */
type Choice =
  | { kind: "candidate"; id: string }
  | { kind: "trader"; name: string; depositId: string | null }
  | { kind: "unknown" }
  | null;

/** What an open line could be, and the acts that what is chosen leads to. */
export function LineDecisions({ row, line, onAsk }: PaneProps & { line: StatementLine }) {
  const [picked, setPicked] = useState<Choice>(null);
  const [isPicking, setIsPicking] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const name = useId();
  const candidates = useQuery({
    key: adminKey("statements", "candidates", line._id),
    fetch: (signal) => fetchCandidates(line._id, signal),
  });
  const list = candidates.value ?? [];
  const first = list[0];
  const isIn = line.amount > 0;
  const isBack = row.difference?.kind === "payout_back";
  const nobody: Choice = isIn && !isBack && candidates.value !== null ? { kind: "unknown" } : null;
  const choice: Choice = picked ?? (first ? { kind: "candidate", id: first._id } : nobody);
  const candidate = choice?.kind === "candidate" ? (list.find(({ _id }) => _id === choice.id) ?? null) : null;
  const sum = formatSum(Math.abs(line.amount), line.currency);

  const link = () =>
    onAsk({ act: "link", line, chosen: candidate?.kind === "transfer" ? [optionOfCandidate(candidate)] : [] });
  useShortcuts({ [KEYS.link]: link });

  async function pickTrader({ _id, name: of, username, email }: AdminUser) {
    setHasFailed(false);
    try {
      const { rows } = await fetchDeposits({ search: email }, null, new AbortController().signal);
      const newest = rows.find(({ user }) => user._id === _id);
      // Traders can have the same name, and an exception keeps the one whom it was put to.
      setPicked({ kind: "trader", name: `${of} (${username})`, depositId: newest?._id ?? null });
      setIsPicking(false);
    } catch {
      setHasFailed(true);
    }
  }

  const payment = isIn ? paymentOf(choice, candidate) : null;
  const main = mainActOf({ row, line, candidate, payment, sum, link, onAsk });
  const asks = candidate?.kind === "withdrawal" ? subjectPath(`withdrawal:${candidate._id}`) : null;
  return (
    <>
      <Stack gap={4} as="section">
        <Text as="h3" size="dense" tone="muted">
          {text.couldBe}
        </Text>
        {candidates.value === null && candidates.error === null && <Skeleton width="100%" height={52} />}
        {candidates.value === null && candidates.error !== null && (
          <Row gap={8} size="dense">
            {text.candidatesFailed}
            <TextButton onClick={() => void candidates.refetch()}>{text.retry}</TextButton>
          </Row>
        )}
        {candidates.value?.length === 0 && (
          <Text size="dense" tone="muted">
            {text.nothingFits}
          </Text>
        )}
        {list.map((one) => (
          <Option key={one._id}>
            <input
              type="radio"
              name={name}
              checked={choice?.kind === "candidate" && choice.id === one._id}
              onChange={() => setPicked({ kind: "candidate", id: one._id })}
            />
            <span>
              <b>{candidateName(one)}</b>
              <small>
                {text.candidateSum(signedSum(one.amount, one.currency), shortDay(one.day))}
                {one.kind === "deposit" && one.status === "paid" && `, ${text.paid}`}
              </small>
              <small>{one.why.map((why) => text.candidateWhy[why]).join(", ")}</small>
            </span>
          </Option>
        ))}
        {choice?.kind === "trader" && (
          <Option>
            <input ref={focusOnMount} type="radio" name={name} checked readOnly />
            <span>
              <b>{text.ofTrader(choice.name)}</b>
              {choice.depositId === null && <small>{text.noDeposit(choice.name)}</small>}
            </span>
          </Option>
        )}
        {isIn && candidates.value !== null && (
          <Option>
            <input
              type="radio"
              name={name}
              checked={choice?.kind === "unknown"}
              onChange={() => setPicked({ kind: "unknown" })}
            />
            <span>
              <b>{text.unknownPayer}</b>
              <small>{text.unknownPayerDetail}</small>
            </span>
          </Option>
        )}
        {isIn && !isPicking && (
          <Row pad="4px 12px" size="dense">
            <TextButton onClick={() => setIsPicking(true)}>{text.anotherTrader}</TextButton>
          </Row>
        )}
        {isPicking && <TraderPicker takesFocus hint={text.whosePayment} onPick={(user) => void pickTrader(user)} />}
        {hasFailed && <Callout tone="warn">{text.traderFailed}</Callout>}
      </Stack>
      <Stack gap={8}>
        {main.note && (
          <Text size="dense" tone="muted">
            {main.note}
          </Text>
        )}
        {main.button}
        <Row gap={8} each="1 1 40%" wrap>
          {!main.isLink && (
            <Button aria-keyshortcuts={KEYS.link} onClick={link}>
              <ButtonKey>{KEYS.link}</ButtonKey>
              {text.linkByHand}
            </Button>
          )}
          {main.isLink && isFee(row) && <ButtonLink href={feePath(feeOf(line))}>{text.bookFee}</ButtonLink>}
          {asks && <ButtonLink href={asks}>{text.ask}</ButtonLink>}
          {payment?.depositId && (
            <Button onClick={() => onAsk({ act: "exception", line, ...payment, asks: true })}>{text.ask}</Button>
          )}
        </Row>
      </Stack>
    </>
  );
}

/** The field in which a trader was picked is gone: the choice that it led to has the focus. */
function focusOnMount(choice: HTMLElement | null): void {
  choice?.focus();
}

/** Whose payment a line becomes as an exception; null where nobody knows. */
type Payment = { depositId: string | null; name: string | null };

function paymentOf(choice: Choice, candidate: Candidate | null): Payment | null {
  if (choice?.kind === "unknown") return { depositId: null, name: null };
  // Without a deposit of theirs it waits without a trader, to whom two admins credit it.
  if (choice?.kind === "trader") return choice;
  return candidate?.kind === "deposit" ? { depositId: candidate._id, name: candidate.user?.name ?? "" } : null;
}

type MainActOptions = Pick<PaneProps, "row" | "onAsk"> & {
  line: StatementLine;
  candidate: Candidate | null;
  payment: Payment | null;
  sum: string;
  link: () => void;
};

/** The act that what is chosen leads to, which has the accent. */
function mainActOf({ row, line, candidate, payment, sum, link, onAsk }: MainActOptions) {
  if (payment !== null) {
    return {
      isLink: false,
      note: text.exceptionLead,
      button: (
        <Button variant="accent" isWide onClick={() => onAsk({ act: "exception", line, ...payment, asks: false })}>
          {text.makeException(sum)}
        </Button>
      ),
    };
  }
  if (candidate?.kind === "withdrawal") {
    return {
      isLink: false,
      note: null,
      button: (
        <Button variant="accent" isWide onClick={() => onAsk({ act: "complete", line, withdrawalId: candidate._id })}>
          {text.complete(candidate.code ?? "")}
        </Button>
      ),
    };
  }
  if (candidate?.kind === "refund") {
    const name = candidateName(candidate);
    return {
      isLink: false,
      note: null,
      button: (
        <Button
          variant="accent"
          isWide
          onClick={() => onAsk({ act: "refund", line, exceptionId: candidate._id, name })}
        >
          {text.linkRefund}
        </Button>
      ),
    };
  }
  if (candidate?.kind === "transfer") {
    return {
      isLink: true,
      note: null,
      button: (
        <Button variant="accent" isWide aria-keyshortcuts={KEYS.link} onClick={link}>
          <ButtonKey>{KEYS.link}</ButtonKey>
          {text.linkChosen}
        </Button>
      ),
    };
  }
  if (isFee(row)) {
    return {
      isLink: false,
      note: null,
      button: (
        <ButtonLink variant="accent" isWide href={feePath(feeOf(line))}>
          {text.bookFee}
        </ButtonLink>
      ),
    };
  }
  const { difference } = row;
  if (difference?.kind === "payout_back" && difference.code !== null) {
    return {
      isLink: false,
      note: text.payoutBack,
      button: (
        <ButtonLink
          variant="accent"
          isWide
          href={`${ROUTE.adminWithdrawals}?status=completed&search=${encodeURIComponent(difference.code)}`}
        >
          {text.findPayout(difference.code)}
        </ButtonLink>
      ),
    };
  }
  return { isLink: false, note: null, button: null };
}

/** A candidate by its trader, its code and its kind. */
function candidateName({ kind, transferKind, code, user }: Candidate): string {
  const of = [code, user?.name].filter(Boolean).join(", ");
  if (kind === "transfer") return text.candidate.transfer(kindName(transferKind ?? ""), of);
  return text.candidate[kind](of);
}

function optionOfCandidate(candidate: Candidate): LinkOption {
  const { _id, amount, currency } = candidate;
  return { _id, label: candidateName(candidate), amount, currency };
}

/** A transfer of the day as it can be linked. */
export function optionOf(transfer: BankTransfer): LinkOption {
  const { _id, kind, amount, currency } = transfer;
  return { _id, label: text.candidate.transfer(kindName(kind), referenceOf(transfer)), amount, currency };
}
