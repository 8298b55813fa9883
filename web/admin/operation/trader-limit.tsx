import { useMemo } from "react";
import type { User } from "../../state/api.ts";
import { useQuery } from "../../state/use-query.ts";
import { Panel } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Box } from "../../ui/layout.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { ADMIN_POLL_MS, adminKey, pollNow } from "../core/admin-polling.ts";
import { viewOf } from "../core/admin-time.ts";
import { OPERATION_TEXT } from "./operation-text.ts";
import { fetchTraderSetting } from "./setting-calls.ts";
import { SettingRows } from "./setting-rows.tsx";

const text = OPERATION_TEXT;

/** The limit of a trader's own withdrawals, on the trader's page. */
export function TraderLimit({ userId, admin }: { userId: string; admin: User }) {
  const query = useMemo(
    () => ({
      key: adminKey("trader-limit", userId),
      fetch: (signal: AbortSignal) => fetchTraderSetting(userId, signal),
      everyMs: ADMIN_POLL_MS,
    }),
    [userId],
  );
  const { value: found, atMs, error, refetch } = useQuery(query);
  return (
    // The column would give a card, which cuts what is outside of it, less than its height.
    <Box>
      <Panel title={text.ownLimit}>
        {found ? (
          <SettingRows
            settings={[found.setting]}
            userId={userId}
            isOnlyOwner={found.isOnlyOwner}
            view={viewOf(admin, atMs)}
            onChanged={() => void pollNow()}
          />
        ) : error ? (
          <ErrorState title={text.failed} text={text.failedDetail} onRetry={() => void refetch()} />
        ) : (
          <Box pad="12px 20px">
            <Loading label={text.loading}>
              <Skeleton width="100%" height={48} />
            </Loading>
          </Box>
        )}
      </Panel>
    </Box>
  );
}
