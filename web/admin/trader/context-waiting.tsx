import { styled } from "goober";
import { ErrorState } from "../../ui/error-state.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { Evidence } from "../core/admin-layout.ts";
import { TRADER_TEXT } from "./trader-text.ts";

const Rows = styled("div")`
  display: grid;
  align-content: start;
  gap: 16px;
`;

/** Placeholder of the trader's data while it loads, and the error when it could not be loaded. */
export function ContextWaiting({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  if (hasFailed) return <ErrorState title={TRADER_TEXT.failed} text={TRADER_TEXT.failedDetail} onRetry={onRetry} />;
  return (
    <Loading label={TRADER_TEXT.loading}>
      <Rows>
        <Skeleton width="100%" height={56} />
        <Lines count={6} />
      </Rows>
    </Loading>
  );
}

/** Placeholder of a list of facts about the trader. */
export function FactsWaiting() {
  return (
    <Rows>
      <Lines count={5} />
    </Rows>
  );
}

/** Placeholder of the evidence, which keeps its space so that the item does not move when it arrives. */
export function EvidenceWaiting() {
  return (
    <Evidence aria-hidden="true">
      <Rows>
        <Skeleton width="100%" height={200} />
        <Lines count={6} />
      </Rows>
    </Evidence>
  );
}

function Lines({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no other key
    <Skeleton key={row} width="100%" height={16} />
  ));
}
