import { useSignals } from "@preact/signals-react/runtime";
import { useCallback, useDeferredValue, useMemo } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { User } from "../state/api.ts";
import { user } from "../state/session.ts";
import { useFreshFigures } from "../state/use-fresh-figures.ts";
import { PerformanceSwitch } from "../trade-accounts/performance-switch.tsx";
import { PerformanceTabs } from "../trade-accounts/performance-tabs.tsx";
import { openingAccount } from "../trade-accounts/trade-account.ts";
import { Stack } from "../ui/layout.tsx";
import { AccountFigures } from "./account-figures.tsx";
import { NOTHING_CHOSEN, performancePath, readAddress } from "./performance-address.ts";
import type { PageFilter } from "./trade-filter.ts";

/**
 * The performance page: figures of closed trades, and the trades behind every figure, of the account of money, of a demo
 * run, or of an account with another broker.
 */
export function PerformancePage() {
  useSignals();
  return user.value && <Performance person={user.value} />;
}

function Performance({ person }: { person: User }) {
  useFreshFigures({ now: true });
  const address = useAddress();
  const requestedAccount = address.requested.account ?? openingAccount(person);
  const account = useDeferredValue(requestedAccount);
  return (
    <Stack gap={16} phone={{ gap: 12 }}>
      <PerformanceTabs current="overview" account={address.requested.account} />
      <PerformanceSwitch
        person={person}
        account={requestedAccount}
        hrefOf={(name) => performancePath({ ...address.requested, account: name, view: NOTHING_CHOSEN })}
      />
      {/* By account, so that no figure of one is shown as the other's. */}
      <AccountFigures key={account} person={person} account={account} {...address} />
    </Stack>
  );
}

/**
 * Account, filter and view of the page's address: as requested for the used control and the list, which update at once,
 * and deferred for the rest of the page.
 */
function useAddress() {
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const search = query.toString();
  const requested = useMemo(() => readAddress(new URLSearchParams(search)), [search]);
  const shown = useDeferredValue(requested);
  const [requestedFilter, filter] = [useSame(requested.filter), useSame(shown.filter)];
  const [requestedView, view] = [useSame(requested.view), useSame(shown.view)];
  const setFilter = useCallback(
    (next: PageFilter) => {
      const { account, view: current } = readAddress(new URLSearchParams(location.search));
      navigate(performancePath({ account, filter: next, view: current }), { replace: true });
    },
    [navigate],
  );
  return {
    requested: { account: requested.account, filter: requestedFilter, view: requestedView },
    filter,
    view,
    setFilter,
  };
}

/** Returns the previous object while the value is equal, so that its dependents do not render again. @param value plain data */
function useSame<T>(value: T): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the JSON text represents the whole value
  return useMemo(() => value, [JSON.stringify(value)]);
}
