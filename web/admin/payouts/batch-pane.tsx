import { styled } from "goober";
import type { ReactNode } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { formatMoney } from "../../ui/format.ts";
import { ChevronLeft, Download, Icon, Pencil, Sparkle } from "../../ui/icon.tsx";
import { ButtonKey } from "../../ui/key-cap.tsx";
import { Box, Row, Stack, Text } from "../../ui/layout.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import { Money } from "../../ui/money.tsx";
import { TextButton } from "../../ui/text-button.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { type } from "../../ui/theme.ts";
import { undoToast } from "../../ui/toast/undo-toast.tsx";
import { KEYS } from "../core/admin-keys.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { ledgerPath } from "../ledger/ledger-address.ts";
import type { BatchDraft } from "./batch-draft.ts";
import type { BankPart, DraftTotals } from "./draft-rules.ts";
import { PartsBar, shadeAt } from "./parts-bar.tsx";
import { PAYOUT_ADMIN_TEXT } from "./payout-admin-text.ts";
import type { PayoutAccount, PayoutProfile, ToPay, ToPayAnswer } from "./payout-calls.ts";
import { closedWhy, destinationOf, withdrawalPath } from "./payout-words.ts";

const Banks = styled("ul")`
  ${type.dense}
  & > li {
    display: grid;
    grid-template-columns: 8px minmax(0, 1fr) auto minmax(84px, auto);
    align-items: center;
    gap: 0 10px;
    min-height: 32px;
    border-bottom: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  }
  & > li > i {
    width: 8px;
    height: 8px;
    border-radius: 2px;
    background: var(--part);
  }
  & > li > small {
    color: var(--muted);
    font-size: inherit;
  }
  & > li > b {
    font-weight: 500;
    text-align: right;
  }
`;

/** Stays in sight while what is above it scrolls. */
const Foot = styled("div")`
  position: sticky;
  bottom: 0;
  display: grid;
  gap: 8px;
  padding: 8px 0 12px;
  background: var(--surface);
`;

const text = PAYOUT_ADMIN_TEXT.draft;

/** What a batch of the draft would be. */
export type PlannedBatch = {
  totals: DraftTotals<ToPay>;
  account: PayoutAccount | null;
  profile: PayoutProfile | null;
  /** Why it cannot be made now; null where it can. */
  obstacle: string | null;
};

/** What the draft comes to with what is there now. */
export function plannedBatch(
  { accounts, profiles, isPaused }: Pick<ToPayAnswer, "accounts" | "profiles" | "isPaused">,
  totals: DraftTotals<ToPay>,
  { bankAccount, profile: wanted }: BatchDraft,
): PlannedBatch {
  const account = accounts.find(({ _id }) => _id === bankAccount) ?? accounts[0] ?? null;
  const profile = profiles.find(({ _id }) => _id === wanted) ?? profiles[0] ?? null;
  const obstacle = obstacleOf(totals, account, profile) ?? (isPaused ? PAYOUT_ADMIN_TEXT.closedWhy.paused : null);
  return { totals, account, profile, obstacle };
}

function obstacleOf(
  { rows, sum, banks }: DraftTotals<ToPay>,
  account: PayoutAccount | null,
  profile: PayoutProfile | null,
): string | null {
  if (rows.length === 0) return text.none;
  if (account === null) return text.noAccount;
  if (sum > account.free) return text.short(account.name, formatMoney(account.free), formatMoney(sum));
  const lacking = banks.filter(({ bank }) => profile?.banks?.includes(bank) === false);
  return lacking.length > 0
    ? text.lacks(
        profile?.name ?? "",
        lacking.map(({ bank }) => bank),
      )
    : null;
}

type BatchPaneProps = {
  planned: PlannedBatch;
  answer: Pick<ToPayAnswer, "accounts" | "profiles">;
  draft: BatchDraft;
  onChange: (change: Partial<BatchDraft>) => void;
  /** How many of the chosen the filter does not show. */
  hiddenCount: number;
  onMake: () => void;
  onBack: () => void;
};

/** The batch that is put together: its sum by bank, what it leaves on the account, its risks, and its file. */
export function BatchPane({ planned, answer, draft, onChange, hiddenCount, onMake, onBack }: BatchPaneProps) {
  const { totals, account, profile, obstacle } = planned;
  const { rows, sum, banks, left } = totals;
  const isEmpty = rows.length === 0;
  useShortcuts({
    [KEYS.bankFile]: obstacle === null ? onMake : undefined,
    [KEYS.clearTicks]: draft.chosen.length > 0 ? clear : undefined,
  });

  function clear() {
    const { chosen } = draft;
    onChange({ chosen: [] });
    undoToast("payout ticks", text.cleared, { label: text.undo, undo: () => onChange({ chosen }) });
  }

  return (
    <Stack as="section" aria-label={text.title} gap={8} pad="12px 20px 0" phone={{ pad: "12px 16px 0" }} grow>
      <Box showOn="phone" margin="-4px 0 0 -12px" grow={false}>
        <Button variant="plain" icon={ChevronLeft} onClick={onBack}>
          {ADMIN_TEXT.back}
        </Button>
      </Box>
      <Row justify="space-between" gap="4px 12px" wrap minHeight={28} grow={false}>
        <Text as="h2" size="lead" weight={600} breaks="never" tabIndex={-1} data-item-heading="">
          {text.title}
        </Text>
        <Row gap={8}>
          {draft.chosen.length > 0 && (
            <Button variant="plain" size="dense" aria-keyshortcuts={KEYS.clearTicks} onClick={clear}>
              <ButtonKey>{KEYS.clearTicks}</ButtonKey>
              {text.clear}
            </Button>
          )}
          <Badge tone="neutral" icon={Pencil}>
            {text.yours}
          </Badge>
        </Row>
      </Row>
      <Row align="baseline" gap={8} wrap grow={false}>
        <Text as="span" size="figure" weight={600} className="num">
          <Money usd={sum} />
        </Text>
        <Text as="span" size="dense" tone="muted" className="num">
          {text.payouts(rows.length)}
        </Text>
      </Row>
      <LiveRegion>{PAYOUT_ADMIN_TEXT.ticked(rows.length, formatMoney(sum))}</LiveRegion>
      <LeftOut left={left} onSeen={() => onChange({ chosen: rows.map(({ _id, number }) => ({ _id, number })) })} />
      {isEmpty ? (
        <Text size="dense" tone="muted">
          {text.noneDetail}
        </Text>
      ) : (
        <>
          <BankParts banks={banks} />
          {hiddenCount > 0 && (
            <Text size="dense" tone="muted">
              {text.hidden(hiddenCount)}
            </Text>
          )}
        </>
      )}
      <AccountAfter accounts={answer.accounts} account={account} sum={sum} onChoose={onChange} />
      <Risks rows={rows} />
      <Box grow />
      <Foot>
        <Choice
          label={text.file}
          value={profile?._id ?? ""}
          options={answer.profiles}
          onChange={(_id) => onChange({ profile: _id })}
        />
        <Button
          variant="accent"
          icon={Download}
          isWide
          disabled={obstacle !== null}
          aria-keyshortcuts={KEYS.bankFile}
          onClick={onMake}
        >
          {isEmpty ? text.makeNone : text.make(formatMoney(sum))}
          <ButtonKey>{KEYS.bankFile}</ButtonKey>
        </Button>
        <Text size="caption" tone={obstacle !== null && !isEmpty ? "warn" : "muted"} textAlign="center">
          {obstacle ?? text.rule}
        </Text>
      </Foot>
    </Stack>
  );
}

function BankParts({ banks }: { banks: readonly BankPart[] }) {
  return (
    <Box grow={false}>
      <PartsBar parts={banks.map(({ bank, sum }, place) => ({ key: bank, share: sum, colour: shadeAt(place) }))} />
      <Banks>
        {banks.map(({ bank, count, sum }, place) => (
          <li key={bank}>
            {/* CSSProperties has no custom properties. */}
            <i aria-hidden="true" style={{ "--part": shadeAt(place) } as { [name: string]: string }} />
            <span>{bank}</span>
            <small className="num">{count}</small>
            <b>
              <Money usd={sum} />
            </b>
          </li>
        ))}
      </Banks>
    </Box>
  );
}

type LeftOutProps = { left: DraftTotals<ToPay>["left"]; onSeen: () => void };

/** What was chosen and can no longer be in the batch: somebody was first, or something has changed. */
function LeftOut({ left, onSeen }: LeftOutProps) {
  if (left.length === 0) return null;
  return (
    <Callout tone="warn" role="status" action={<TextButton onClick={onSeen}>{text.leftSeen}</TextButton>}>
      <p>
        {left
          .map(({ chosen, row }) =>
            text.left(row?.number ?? chosen.number, row === null ? text.leftGone : closedWhy(row)),
          )
          .join("\n")}
      </p>
    </Callout>
  );
}

type AccountAfterProps = {
  accounts: readonly PayoutAccount[];
  account: PayoutAccount | null;
  sum: number;
  onChoose: (change: Partial<BatchDraft>) => void;
};

/** The account that it is paid from, with what is free on it before and after. */
function AccountAfter({ accounts, account, sum, onChoose }: AccountAfterProps) {
  if (account === null) {
    return (
      <Callout tone="warn">
        {text.noAccount}: <TextLink href={ledgerPath("books")}>{text.noAccountLink}</TextLink>
      </Callout>
    );
  }
  const after = account.free - sum;
  const kept = account.withBank + account.unsettled;
  return (
    <Stack gap={4} grow={false}>
      <Choice
        label={text.account}
        value={account._id}
        options={accounts}
        onChange={(_id) => onChoose({ bankAccount: _id })}
      />
      <Row justify="space-between" gap={12} size="dense" minHeight={28} wrap>
        <Text as="span" tone="muted">
          {text.after}
        </Text>
        <Row as="span" gap={8} className="num">
          <Text as="span" tone="muted">
            <Money usd={account.free} />
          </Text>
          <span aria-hidden="true">→</span>
          <Text as="b" weight={600} tone={after < 0 ? "down" : undefined}>
            <Money usd={after} />
          </Text>
        </Row>
      </Row>
      {kept > 0 && (
        <Text size="caption" tone="muted">
          {text.kept(formatMoney(account.balance), formatMoney(kept))}
        </Text>
      )}
    </Stack>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly { _id: string; name: string }[];
  onChange: (id: string) => void;
};

/** One of a few, chosen where there are several. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  const [only] = options;
  return (
    <Row justify="space-between" gap={12} size="dense" minHeight={28}>
      <Text as="span" tone="muted" breaks="never" aria-hidden={options.length > 1 || undefined}>
        {label}
      </Text>
      {options.length > 1 ? (
        <SmallSelect>
          <Select
            size="compact"
            label={label}
            value={value}
            options={options.map(({ _id, name }) => ({ value: _id, label: name }))}
            onChange={onChange}
          />
        </SmallSelect>
      ) : (
        <span>{only?.name}</span>
      )}
    </Row>
  );
}

function SmallSelect({ children }: { children: ReactNode }) {
  return (
    // CSSProperties has no custom properties.
    <Box minWidth={0} style={{ "--control-height": "32px" } as { [name: string]: string }}>
      {children}
    </Box>
  );
}

const RISKS = ["used_by_another", "changed", "holder_differs"] as const;

/** What in the batch is risky, each with the way to its withdrawal, and how many are paid for the first time. */
function Risks({ rows }: { rows: readonly ToPay[] }) {
  const risks = rows.flatMap((row) => RISKS.filter((flag) => row.flags.includes(flag)).map((flag) => ({ row, flag })));
  const first = rows.filter(({ flags }) => flags.includes("first_payout") && !flags.includes("holder_differs")).length;
  return (
    <>
      {risks.length > 0 && (
        <Callout tone="warn">
          <Text as="b" weight={600} tone="warn">
            {text.risks(risks.length)}
          </Text>
          <ul>
            {risks.map(({ row, flag }) => (
              <li key={`${row._id} ${flag}`}>
                {riskOf(row, flag)}{" "}
                <TextLink href={withdrawalPath(row._id)} tone="accent" aria-label={`${text.compare}, ${row.number}`}>
                  {text.compare}
                </TextLink>
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {first > 0 && (
        <Row gap={8} size="dense" tone="muted" grow={false}>
          <Icon of={Sparkle} />
          {text.first(first)}
        </Row>
      )}
    </>
  );
}

function riskOf(row: ToPay, flag: (typeof RISKS)[number]): string {
  const { number, holder, usedBy } = row;
  const place = destinationOf(row);
  if (flag === "used_by_another") return text.risk.used_by_another(number, place, usedBy ?? "");
  return flag === "changed" ? text.risk.changed(number, place) : text.risk.holder_differs(number, holder ?? "");
}
