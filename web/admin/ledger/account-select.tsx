import { Select } from "../../ui/fields/select.tsx";
import { BOOK_ADMIN_TEXT } from "./book-text.ts";
import type { LedgerAccount } from "./ledger-calls.ts";
import { accountName } from "./ledger-names.ts";

export type AccountSelectProps = {
  label: string;
  hint?: string | undefined;
  accounts: readonly LedgerAccount[];
  value: string;
  error: string | null;
  onChange: (event: { target: { value: string } }) => void;
  /** The words of the choice of no account. */
  none?: string;
};

/** Chooses an account of the ledger among some. */
export function AccountSelect({ accounts, onChange, none = BOOK_ADMIN_TEXT.choose, ...field }: AccountSelectProps) {
  const options = [{ value: "", label: none }, ...accounts.map(({ _id }) => ({ value: _id, label: accountName(_id) }))];
  return <Select {...field} options={options} onChange={(value) => onChange({ target: { value } })} />;
}
