import { AppError } from "../../contract/errors.ts";
import { centsFromDollars, formatUsd } from "../../contract/money.ts";
import { withdrawalNumber } from "../../contract/withdrawal-number.ts";
import { balancesMustMatchUnlessPaused } from "../../ledger/ledger-store.ts";
import { audit, auditEach } from "../../platform/audit-log-store.ts";
import { digestOf } from "../../platform/digest-of-bytes.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { setPayments } from "../../withdrawals/withdrawal-store.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { pauseOnDifference } from "../withdrawals/pause-on-difference.ts";
import { claimOf } from "../withdrawals/withdrawal-admin-rules.ts";
import { besides } from "./list-to-pay.ts";
import {
  type PayoutRow,
  selectBatchFacts,
  selectMovedByCaller,
  selectPayoutAccounts,
  selectPayouts,
} from "./payout-admin-store.ts";
import { PAYOUT_TEXT } from "./payout-answers.ts";
import { eachItemOf, insertBatch, subjectOfItem } from "./payout-batch-store.ts";
import { payoutFile } from "./payout-file.ts";
import { payoutProfileOf } from "./payout-profile.ts";
import { assertMayMoveTogether, assertPayable } from "./payout-rules.ts";
import { batchName, batchView, freeCentsOf, payableOf, sumsOf } from "./payout-view.ts";

/** What an admin chose to pay by one file, with the count and the sum in dollars that they saw. */
export type BatchInput = {
  items: ReadonlyArray<{ _id: string; version: number }>;
  bankAccount: string;
  profile: string;
  count: number;
  total: number;
};

/**
 * Begins to pay approved withdrawals by one file of the bank: all of them or none. It is the start of each payment by its rules, and no approval.
 * @throws AppError as `startPayment` of each of them, naming it; `invalid_input` where the admin saw another sum, the bank account has less or the
 * file cannot say a payment; `step_up_required` | `key_reused`
 */
export function makeBatch(scope: Scope, input: BatchInput, idempotencyKey: IdempotencyKey | null) {
  const { query } = scope.db;
  const { SOLE_APPROVER_PAYOUT: soleApproverPayout, OPERATION_TIME_ZONE: timeZone } = scope.settings;
  const ids = input.items.map(({ _id }) => _id);
  if (ids.length === 0) throw new AppError("invalid_input", PAYOUT_TEXT.noItems, { field: "items" });
  if (new Set(ids).size < ids.length) throw new AppError("invalid_input", PAYOUT_TEXT.chosenTwice, { field: "items" });
  const profile = payoutProfileOf(input.profile);
  if (!profile) throw new AppError("invalid_input", PAYOUT_TEXT.noProfile, { field: "profile" });
  const versions = new Map(input.items.map(({ _id, version }) => [_id, version]));
  const id = crypto.randomUUID();
  const act = runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [
        selectPayouts(query, callerId, ids),
        selectMovedByCaller(query, callerId, scope.now()),
        selectPayoutAccounts(query, callerId),
        selectBatchFacts(query, callerId),
      ] as const,
    ([rows, moved, accounts, [facts]], admin, nowMs) => {
      if (!facts || rows.length < ids.length) throw new AppError("not_found", PAYOUT_TEXT.noItems, { field: "items" });
      const movedBesides = besides(moved);
      for (const row of rows) {
        assertUnchanged(row, versions.get(row.id));
        assertPayable(payableOf(row), {
          ...{ id: admin.id, countsFromMs: admin.countsFromMs, movedCents: movedBesides(row.id) },
          ...{ soleApproverPayout, isPaused: facts.isPaused === 1, nowMs },
        });
      }
      assertMayMoveTogether(
        rows.map((row) => ({ ...payableOf(row), id: row.id })),
        moved,
        admin.id,
      );
      const totalCents = rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
      if (input.count !== rows.length || centsFromDollars(input.total) !== totalCents) {
        const saw = [input.count, formatUsd(Math.round(input.total * 100))] as const;
        const said = PAYOUT_TEXT.otherSum(...saw, rows.length, formatUsd(totalCents));
        throw new AppError("invalid_input", said, { field: "total" });
      }
      const account = accounts.find((one) => one.id === input.bankAccount);
      if (!account) throw new AppError("invalid_input", PAYOUT_TEXT.noAccountChosen, { field: "bankAccount" });
      const freeCents = freeCentsOf(account);
      if (freeCents < totalCents) {
        const said = PAYOUT_TEXT.notEnough(formatUsd(totalCents), formatUsd(freeCents));
        throw new AppError("invalid_input", said, { field: "bankAccount" });
      }
      const number = facts.newestNumber + 1;
      const name = batchName(number);
      const payments = rows.map((row, i) => ({ ...row, reference: `${name}/${i + 1}` }));
      const fileDigest = digestOf(payoutFile(profile, payments, { madeAtMs: nowMs, timeZone }));
      const batch = {
        ...{
          id,
          number,
          bankAccountId: account.id,
          profile: profile.id,
          itemCount: rows.length,
          totalCents,
          freeCents,
        },
        ...{ fileDigest, madeBy: admin.id, madeAtMs: nowMs },
      };
      const shown = {
        ...batch,
        ...{ bankAccountName: account.name, madeByName: admin.name },
        ...{ resultFileName: null, resultAtMs: null, resultBy: null },
      };
      const items = payments.map(({ id: withdrawalId, reference, amountCents }) => ({
        withdrawalId,
        reference,
        amountCents,
      }));
      const sums = sumsOf([{ state: "with_bank", count: rows.length, cents: totalCents }]);
      const payment = { payerId: admin.id, paymentStartedAtMs: nowMs, payerBeforeId: null, soleApproverPayout };
      return {
        reply: { batch: batchView(shown, sums), file: { name: fileName(name, profile.id), digest: fileDigest } },
        statements: [
          balancesMustMatchUnlessPaused(
            query,
            rows.map(({ userId }) => userId),
          ),
          ...setPayments(query, rows, { ...payment, ...claimOf(admin, nowMs) }),
          ...insertBatch(query, batch, items),
          auditEach(
            query,
            {
              actor: admin.id,
              action: "withdrawal.payment_started",
              subject: subjectOfItem,
              detail: { batch: name, digest: fileDigest },
            },
            eachItemOf(id),
            nowMs,
          ),
          audit(
            query,
            {
              actor: admin.id,
              action: "payout.batch_made",
              subject: `payout:${id}`,
              detail: {
                ...{ batch: name, count: rows.length, totalCents, account: account.id, freeCents },
                ...{ profile: profile.id, digest: fileDigest },
              },
            },
            nowMs,
          ),
        ],
      };
    },
  );
  return pauseOnDifference(scope, ids.join(", "), act);
}

/** The name of a batch's file, without its ending. */
export function fileName(name: string, profile: string): string {
  return `${name}-${profile}`;
}

function assertUnchanged(row: PayoutRow, version: number | undefined): void {
  if (row.status === "approved" && row.version === version) return;
  const said = PAYOUT_TEXT.about(withdrawalNumber(row.number), PAYOUT_TEXT.changed);
  throw new AppError("wrong_state", said, { field: "items" });
}
