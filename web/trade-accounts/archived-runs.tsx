import { styled } from "goober";
import { Link } from "wouter";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { answer, api } from "../state/api.ts";
import { loadFailure } from "../state/load-failure.ts";
import { usePages } from "../state/pages.ts";
import { capUsd, formatDate } from "../ui/format.ts";
import { Box, Row, Text } from "../ui/layout.tsx";
import { LoadedList } from "../ui/list/loaded-list.tsx";
import { ShowMore } from "../ui/list/show-more.tsx";
import { Money } from "../ui/money.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { tint, type } from "../ui/theme.ts";
import { accountText as text } from "./account-text.ts";
import { type AccountName, runAccount } from "./trade-account.ts";

export const ChoiceList = styled("ul")`
  ${type.dense}
  padding: 6px;
  & a {
    display: block;
    padding: 8px 10px;
    border-radius: 6px;
  }
  & a:hover {
    background: ${tint("text", 8, "raised")};
  }
  & a:focus-visible {
    outline-offset: -2px;
  }
  & a[aria-current="true"] {
    background: ${tint("accent", 14, "raised")};
  }
`;

async function fetchArchived(cursor: string | null, signal: AbortSignal) {
  const query = cursor === null ? {} : { cursor };
  const { runs, nextCursor } = await answer(api.demo.runs.$get({ query }, { init: { signal } }));
  const rows = runs.flatMap(({ archivedAt, figures, ...run }) =>
    archivedAt !== null && figures ? [{ ...run, _id: String(run.run), archivedAt, figures }] : [],
  );
  return { rows, nextCursor };
}

type ArchivedRunsProps = {
  timeZone: string;
  chosen: number | null;
  hrefOf: (account: AccountName) => string;
  onChoose: () => void;
};

/** The archived demo runs, last one first: each with its dates, its result, and how it ended. */
export function ArchivedRuns({ timeZone, chosen, hrefOf, onChoose }: ArchivedRunsProps) {
  const { value, isLoading, error, refetch, hasMore, loadMore } = usePages({
    key: "archived-runs",
    fetchPage: fetchArchived,
  });
  return (
    <LoadedList
      items={value?.rows ?? null}
      isLoading={isLoading}
      error={loadFailure(error, text.notLoaded)}
      onReload={() => void refetch()}
      placeholder={
        <Box pad={16}>
          <Loading label={text.loading}>
            <Skeleton width="100%" height={96} />
          </Loading>
        </Box>
      }
      empty={null}
    >
      {(runs) => (
        <>
          <ChoiceList>
            {runs.map(({ _id, run, startedAt, archivedAt, figures }) => (
              <li key={_id}>
                <Link
                  href={hrefOf(runAccount(run))}
                  aria-current={run === chosen ? "true" : undefined}
                  onClick={onChoose}
                >
                  <Row as="span" justify="space-between" gap={12}>
                    <Text as="b" weight={500}>
                      {text.run(run)}
                    </Text>
                    <b>
                      <Money usd={capUsd(dollarsFromCents(figures.balanceCents - figures.startCents))} as="result" />
                    </b>
                  </Row>
                  <Row as="span" justify="space-between" wrap gap="0 12px" size="caption" tone="muted">
                    <span>{text.between(formatDate(startedAt, timeZone), formatDate(archivedAt, timeZone))}</span>
                    <span>{text.ended(figures.closed, figures.balanceCents)}</span>
                  </Row>
                </Link>
              </li>
            ))}
          </ChoiceList>
          {hasMore && (
            <ShowMore isLoading={isLoading} onMore={loadMore}>
              {text.showMore}
            </ShowMore>
          )}
        </>
      )}
    </LoadedList>
  );
}
