import { styled } from "goober";
import { useSearchParams } from "wouter";
import type { User } from "../../state/api.ts";
import { TabLinks } from "../../ui/tabs.tsx";
import { media, type } from "../../ui/theme.ts";
import { ACCOUNTS } from "./account-section.tsx";
import { LEDGER_VIEWS, ledgerPath, viewIn } from "./ledger-address.ts";
import { LEDGER_ADMIN_TEXT } from "./ledger-admin-text.ts";
import { LedgerCheck } from "./ledger-check.tsx";
import { LedgerList } from "./ledger-list.tsx";
import { TRANSFERS } from "./transfer-section.tsx";

const Views = styled("div")`
  flex: none;
  & > nav {
    padding: 0 20px;
  }
  & > nav > a {
    ${type.dense}
    height: 40px;
  }
  ${media.phone} {
    & > nav {
      padding: 0 16px;
    }
    & > nav > a {
      height: 44px;
    }
  }
`;

const text = LEDGER_ADMIN_TEXT;

/** Read-only views of the ledger: its check, all transfers, all accounts. */
export function LedgerSection({ admin }: { admin: User }) {
  const [params] = useSearchParams();
  const current = viewIn(params);
  return (
    <>
      <Views>
        <TabLinks
          label={text.title}
          items={LEDGER_VIEWS.map((view) => ({
            href: ledgerPath(view),
            label: text.views[view],
            isCurrent: view === current,
          }))}
        />
      </Views>
      {current === "check" && <LedgerCheck admin={admin} />}
      {current === "transfers" && <LedgerList admin={admin} section={TRANSFERS} />}
      {current === "accounts" && <LedgerList admin={admin} section={ACCOUNTS} />}
    </>
  );
}
