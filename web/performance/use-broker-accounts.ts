import type { BrokerAccount } from "../../worker/contract/broker/broker-shapes.ts";
import { BROKER_ACCOUNTS, fetchBrokerAccounts } from "../broker/broker-calls.ts";
import { type Query, useQuery } from "../state/use-query.ts";

/** The accounts of the trader with other brokers, and their files. @param revision changes with the figures of the shown one */
export function useBrokerAccounts(revision: string): Query<readonly BrokerAccount[]> {
  return useQuery<readonly BrokerAccount[]>({
    key: BROKER_ACCOUNTS,
    revision,
    fetch: fetchBrokerAccounts,
    failure: "broker accounts not loaded",
    isKept: true,
  });
}
