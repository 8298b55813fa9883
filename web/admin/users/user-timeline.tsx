import { styled } from "goober";
import { useCallback } from "react";
import { useSearchParams } from "wouter";
import { TIMELINE_KINDS } from "../../../worker/contract/timeline-kinds.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Select } from "../../ui/select.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { StaleLine } from "../../ui/stale-line.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { media, type } from "../../ui/theme.ts";
import { AUDIT_DESK_TEXT } from "../audit/audit-desk-text.ts";
import { DESK_TEXT } from "../desk/desk-text.ts";
import { detailInWords } from "../desk/detail-words.ts";
import { useDeskList } from "../desk/use-desk-list.ts";
import { subjectPath } from "./subject-path.ts";
import { fetchTimeline } from "./user-calls.ts";
import { USER_DESK_TEXT } from "./user-desk-text.ts";
import type { DeskUser, TimelineEntry } from "./user-types.ts";

const Head = styled("div")`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: 8px;
  margin-bottom: 8px;
  & > h3 {
    ${type.lead}
    font-weight: 600;
  }
`;

const List = styled("ol")`
  ${type.dense}
  border-top: 1px solid var(--line);
  & > li {
    display: grid;
    grid-template-columns: 132px minmax(120px, 196px) minmax(0, 1fr) auto;
    gap: 0 14px;
    padding: 7px 0;
    border-bottom: 1px solid color-mix(in oklab, var(--line) 45%, transparent);
  }
  & > li > [data-tone="muted"] {
    color: var(--muted);
  }
  & > li > p {
    min-width: 0;
    color: var(--muted);
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  ${media.narrow} {
    & > li {
      grid-template-columns: minmax(0, 1fr) auto;
    }
    & > li > time {
      order: 1;
      text-align: right;
    }
    & > li > p {
      order: 2;
    }
    & > li > [data-who] {
      order: 3;
      text-align: right;
    }
  }
`;

const More = styled("div")`
  padding-top: 12px;
`;

const text = USER_DESK_TEXT;
const OPTIONS = [
  { value: "all", label: text.everything },
  ...TIMELINE_KINDS.map((value) => ({ value, label: text.kinds[value] })),
] as const;

/** Everything that happened to somebody, the newest first. What of it is shown stands in the address. */
export function UserTimeline({ user, at }: { user: DeskUser; at: (instant: string) => string }) {
  const [params, setParams] = useSearchParams();
  const kind = TIMELINE_KINDS.find((one) => one === params.get("kind")) ?? null;
  const { _id: id } = user;
  const list = useDeskList(useCallback((cursor) => fetchTimeline(id, kind, cursor), [id, kind]));

  function narrow(next: string) {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === "all") after.delete("kind");
        else after.set("kind", next);
        return after;
      },
      { replace: true },
    );
  }

  return (
    <section aria-label={text.timeline}>
      <Head>
        <h3>{text.timeline}</h3>
        <Select label={text.narrow} value={kind ?? "all"} options={OPTIONS} onChange={narrow} />
      </Head>
      {list.rows !== null && list.error !== null && <StaleLine>{DESK_TEXT.stale}</StaleLine>}
      {list.rows === null && list.error !== null && !list.isLoading && (
        <ErrorState title={text.timelineFailed} text={text.failedDetail} onRetry={list.reload} />
      )}
      {list.rows === null && (list.error === null || list.isLoading) && (
        <Loading label={text.timeline}>
          <Skeleton width="100%" height={240} />
        </Loading>
      )}
      {list.rows?.length === 0 && <EmptyState title={text.nothing} text={text.nothingOfKind} />}
      {list.rows !== null && list.rows.length > 0 && (
        <List>
          {list.rows.map((entry) => (
            <Entry key={entry._id} entry={entry} user={user} at={at} />
          ))}
        </List>
      )}
      {list.hasMore && (
        <More>
          <Button isLoading={list.isLoading} onClick={list.loadMore}>
            {text.older}
          </Button>
        </More>
      )}
    </section>
  );
}

type EntryProps = { entry: TimelineEntry; user: DeskUser; at: (instant: string) => string };

function Entry({ entry, user, at }: EntryProps) {
  const path = subjectPath(entry.subject, user);
  const label = AUDIT_DESK_TEXT.acts[entry.action];
  return (
    <li>
      <time className="num" dateTime={entry.at} data-tone="muted">
        {at(entry.at)}
      </time>
      <span>{path === null ? label : <TextLink href={path}>{label}</TextLink>}</span>
      <p>{entry.note ?? detailInWords(entry.detail).join(", ")}</p>
      <span data-tone="muted" data-who="">
        {entry.by === "system" ? text.system : entry.by}
      </span>
    </li>
  );
}
