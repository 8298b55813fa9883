import { useSearchParams } from "wouter";
import type { User } from "../../state/api.ts";
import { Box } from "../../ui/layout.tsx";
import { TabLinks } from "../../ui/tabs.tsx";
import { ACCOUNTS } from "./account-section.tsx";
import { BooksView } from "./books-view.tsx";
import { LEDGER_VIEWS, ledgerPath, viewIn } from "./ledger-address.ts";
import { LEDGER_ADMIN_TEXT } from "./ledger-admin-text.ts";
import { LedgerCheck } from "./ledger-check.tsx";
import { LedgerList } from "./ledger-list.tsx";
import { MonthsView } from "./months-view.tsx";
import { TRANSFERS } from "./transfer-section.tsx";

const text = LEDGER_ADMIN_TEXT;

/** The ledger: its check, all transfers, all accounts, the acts on the books, and the months with their reports. */
export function LedgerSection({ admin }: { admin: User }) {
  const [params] = useSearchParams();
  const current = viewIn(params);
  return (
    <>
      <Box grow={false} data-for="screen">
        <TabLinks
          label={text.title}
          size="dense"
          isInset
          items={LEDGER_VIEWS.map((view) => ({
            href: ledgerPath(view),
            label: text.views[view],
            isCurrent: view === current,
          }))}
        />
      </Box>
      {current === "check" && <LedgerCheck admin={admin} />}
      {current === "transfers" && <LedgerList admin={admin} section={TRANSFERS} />}
      {current === "accounts" && <LedgerList admin={admin} section={ACCOUNTS} />}
      {current === "books" && <BooksView admin={admin} />}
      {current === "months" && <MonthsView admin={admin} />}
    </>
  );
}
