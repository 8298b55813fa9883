import { BROKER, decimalsOfCurrency } from "../contract/broker/broker-limits.ts";
import type { BrokerAccount } from "../contract/broker/broker-shapes.ts";
import { AppError } from "../contract/errors.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { storedResponse, withIdempotency } from "../platform/idempotency.ts";
import { type IdempotencyKey, selectStoredResponse, storeResponse } from "../platform/idempotency-store.ts";
import { plainText } from "../platform/plain-text.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import {
  insertAccount,
  isNumbered,
  selectAccounts,
  selectLastNumber,
  selectNumber,
  updateAccount,
} from "./broker-account-store.ts";
import { accountViews } from "./broker-account-view.ts";
import { BROKER_TEXT } from "./broker-answers.ts";
import type { AccountInput, AccountPatch } from "./broker-inputs.ts";
import { deleteAccounts } from "./delete-broker-accounts.ts";

/** The caller's broker accounts. */
export async function listAccounts(scope: Scope): Promise<BrokerAccount[]> {
  const { rows } = await authorizedBatch(scope, "read", (callerId) => selectAccounts(scope.db.query, callerId));
  return accountViews(rows);
}

/**
 * Adds a broker account. Its currency and the decimals of its sums are fixed.
 * @throws AppError `too_many_open` for more than ten | `invalid_input` | `key_reused`
 */
export function addAccount(
  scope: Scope,
  input: AccountInput,
  idempotencyKey: IdempotencyKey | null,
): Promise<BrokerAccount> {
  return withIdempotency(scope, idempotencyKey, async () => {
    try {
      return await add(scope, input, idempotencyKey);
    } catch (error) {
      // Another one was added at the same moment and has the number.
      if (!refusedBy(error, "broker_account_number")) throw error;
      return await add(scope, input, idempotencyKey);
    }
  });
}

async function add(scope: Scope, input: AccountInput, idempotencyKey: IdempotencyKey | null): Promise<BrokerAccount> {
  const { query } = scope.db;
  const name = nameOf(input.name);
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectStoredResponse(query, idempotencyKey, callerId),
    selectLastNumber(query, callerId),
  ]);
  const [replies, [found]] = rows;
  const stored = await storedResponse<BrokerAccount>(scope, idempotencyKey, replies);
  if (stored) return stored;
  const { platform, currency, clock, mapping } = input;
  // Enough to tell accounts apart; a whole number would be one more secret to keep.
  const accountNumber = input.accountNumber?.trim().slice(-4) || null;
  const [number, decimals] = [(found?.last ?? 0) + 1, decimalsOfCurrency(currency)];
  const account: BrokerAccount = {
    ...{ number, name, platform, currency, decimals, accountNumber, clock, mapping },
    ...{ trades: 0, result: 0, fees: 0, firstCloseAt: null, lastCloseAt: null, open: [], imports: [] },
  };
  const nowMs = scope.now();
  await authorizedBatch(scope, "act", (callerId) => [
    ...storeResponse(query, idempotencyKey, callerId, account, nowMs),
    insertAccount(query, callerId, {
      ...{ number, name, platform, currency, decimals, accountNumber, createdAtMs: nowMs },
      clock: clock && JSON.stringify(clock),
      mapping: mapping && JSON.stringify(mapping),
    }),
  ]);
  return account;
}

/** Renames an account, or keeps how the columns of its files are read. @throws AppError `not_found` | `invalid_input` */
export async function changeAccount(scope: Scope, numberText: string, patch: AccountPatch): Promise<BrokerAccount> {
  const number = numberIn(numberText);
  const { query } = scope.db;
  const changes = {
    ...(patch.name === undefined ? {} : { name: nameOf(patch.name) }),
    ...(patch.mapping === undefined ? {} : { mapping: patch.mapping && JSON.stringify(patch.mapping) }),
  };
  const { rows } = await authorizedBatch(
    scope,
    "act",
    (callerId) =>
      [updateAccount(query, callerId, number, changes), ...selectAccounts(query, callerId, number)] as const,
  );
  const [, ...account] = rows;
  return oneOf(accountViews(account));
}

/**
 * Deletes an account with all of its files and trades. Deleting it again succeeds.
 * @throws AppError `not_found` for one that never was
 */
export async function deleteAccount(scope: Scope, numberText: string): Promise<void> {
  const number = numberIn(numberText);
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "act", (callerId) => {
    const own = isNumbered(callerId, number);
    return [selectNumber(query, callerId, number), ...deleteAccounts(query, own, scope.now())] as const;
  });
  if (rows[0].length === 0) throw missing();
}

/** The number in an address; that of no account where it is none, so that the caller's session is looked up first. */
function numberIn(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}

/** @throws AppError `not_found` */
export function oneOf(accounts: readonly BrokerAccount[]): BrokerAccount {
  const [account] = accounts;
  if (!account) throw missing();
  return account;
}

function missing(): AppError {
  return new AppError("not_found", BROKER_TEXT.noSuchAccount, { field: "account" });
}

function nameOf(text: string): string {
  return plainText(text, { field: "name", max: BROKER.nameMax, isRequired: true });
}
