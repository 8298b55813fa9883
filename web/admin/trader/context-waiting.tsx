import { styled } from "goober";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { type } from "../../ui/theme.ts";
import { TRADER_TEXT } from "./trader-text.ts";

const Quiet = styled("p")`
  ${type.dense}
  color: var(--muted);
`;

/** In the place of what is known of the trader, while it is asked for and when it could not be. */
export function ContextWaiting({ hasFailed }: { hasFailed: boolean }) {
  if (hasFailed) return <Quiet role="alert">{TRADER_TEXT.failed}</Quiet>;
  return (
    <Loading label={TRADER_TEXT.loading}>
      <Skeleton width="100%" height={56} />
      {Array.from({ length: 6 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows that stand for nothing have no other name
        <Skeleton key={row} width="100%" height={24} />
      ))}
    </Loading>
  );
}
