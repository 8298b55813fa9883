import { useSearchParams } from "wouter";
import type { User } from "../../state/api.ts";
import { Box } from "../../ui/layout.tsx";
import { TabLinks } from "../../ui/tabs.tsx";
import { ACCOUNTS } from "./account-section.tsx";
import { LEDGER_VIEWS, ledgerPath, viewIn } from "./ledger-address.ts";
import { LEDGER_ADMIN_TEXT } from "./ledger-admin-text.ts";
import { LedgerCheck } from "./ledger-check.tsx";
import { LedgerList } from "./ledger-list.tsx";
import { TRANSFERS } from "./transfer-section.tsx";

const text = LEDGER_ADMIN_TEXT;

/** Read-only views of the ledger: its check, all transfers, all accounts. */
export function LedgerSection({ admin }: { admin: User }) {
  const [params] = useSearchParams();
  const current = viewIn(params);
  return (
    <>
      <Box grow={false}>
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
    </>
  );
}
