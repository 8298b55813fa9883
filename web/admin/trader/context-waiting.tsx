import { ErrorState } from "../../ui/error-state.tsx";
import { Stack } from "../../ui/layout.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { Evidence } from "../core/admin-layout.ts";
import { TRADER_TEXT } from "./trader-text.ts";

/** Placeholder of the trader's data while it loads, and the error when it could not be loaded. */
export function ContextWaiting({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  if (hasFailed) return <ErrorState title={TRADER_TEXT.failed} text={TRADER_TEXT.failedDetail} onRetry={onRetry} />;
  return (
    <Loading label={TRADER_TEXT.loading}>
      <Stack gap={16}>
        <Skeleton width="100%" height={56} />
        <Lines count={6} />
      </Stack>
    </Loading>
  );
}

export function FactsWaiting() {
  return (
    <Stack gap={16}>
      <Lines count={5} />
    </Stack>
  );
}

/** Placeholder of the evidence, which keeps its space so that the item does not move when it arrives. */
export function EvidenceWaiting() {
  return (
    <Evidence aria-hidden="true">
      <Stack gap={16}>
        <Skeleton width="100%" height={200} />
        <Lines count={6} />
      </Stack>
    </Evidence>
  );
}

function Lines({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no other key
    <Skeleton key={row} width="100%" height={16} />
  ));
}
