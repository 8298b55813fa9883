import { BOOK_TEXT } from "../../books/book-answers.ts";
import { insertBankAccount } from "../../books/book-store.ts";
import { AppError } from "../../contract/errors.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import { plainText } from "../../platform/plain-text.ts";
import type { Scope } from "../../platform/scope.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";

/**
 * Opens an account of the company at a bank, with its own account of the ledger, empty.
 * @throws AppError `invalid_input` | `wrong_state` for an id that exists | `step_up_required` | `key_reused`
 */
export function openBankAccount(
  scope: Scope,
  input: { id: string; name: string; currency: "USD" | "KHR" },
  idempotencyKey: IdempotencyKey | null,
) {
  const { id, currency } = input;
  if (!/^[a-z0-9-]{2,32}$/.test(id)) throw new AppError("invalid_input", BOOK_TEXT.bankAccountId, { field: "id" });
  const name = plainText(input.name, { field: "name", max: 60, isRequired: true });
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    () => [] as const,
    (_, admin, nowMs) => ({
      reply: { account: { _id: id, name, currency, accountId: `house:bank:${id}` } },
      statements: [
        insertBankAccount(query, { id, name, currency, openedBy: admin.id, openedAtMs: nowMs }),
        audit(
          query,
          { actor: admin.id, action: "book.bank_account_opened", subject: `book:${id}`, detail: { name, currency } },
          nowMs,
        ),
      ],
    }),
  );
}
