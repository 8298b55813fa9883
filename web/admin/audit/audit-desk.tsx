import { styled } from "goober";
import { useCallback } from "react";
import { useSearchParams } from "wouter";
import type { User } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Clock, Icon, Lock } from "../../ui/icon.tsx";
import { StaleLine } from "../../ui/stale-line.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { media, type } from "../../ui/theme.ts";
import { auditExportHref, fetchAudit } from "../desk/desk-calls.ts";
import { timesFor } from "../desk/desk-time.ts";
import type { AuditEntry } from "../desk/desk-types.ts";
import { detailInWords } from "../desk/detail-words.ts";
import { useDeskList } from "../desk/use-desk-list.ts";
import { AuditCheckButton, AuditCheckOutcome, useAuditCheck } from "./audit-check.tsx";
import { AUDIT_DESK_TEXT } from "./audit-desk-text.ts";
import { type AuditFilter, filterQuery, readFilter } from "./audit-filter.ts";
import { AuditFilters } from "./audit-filters.tsx";

const Pane = styled("div")`
  flex: 1;
  min-height: 0;
  overflow: auto;
`;

const Stack = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  max-width: 1280px;
  padding: 20px;
  ${media.phone} {
    padding: 16px;
  }
`;

const Head = styled("header")`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 12px 24px;
  & h2 {
    ${type.section}
  }
  & p {
    ${type.body}
    color: var(--muted);
  }
`;

const Quiet = styled("span")`
  color: var(--muted);
`;

/** Long ones end in dots; the whole stands in the title. */
const Detail = styled("span")`
  display: block;
  max-width: 320px;
  overflow: hidden;
  color: var(--muted);
  text-overflow: ellipsis;
`;

const More = styled("div")`
  padding: 12px 20px;
  text-align: center;
`;

const text = AUDIT_DESK_TEXT;

/** Who did what, as the audit log has it: found, taken along as a file, and held against its seals. */
export function AuditDesk({ admin }: { admin: User }) {
  const [params, setParams] = useSearchParams();
  const search = params.toString();
  const { timeZone } = admin;
  const filter = readFilter(params);
  const query = filterQuery(filter, timeZone);
  const list = useDeskList(
    useCallback(
      (cursor) => fetchAudit(filterQuery(readFilter(new URLSearchParams(search)), timeZone), cursor),
      [search, timeZone],
    ),
  );
  const check = useAuditCheck();

  function onFilter(change: Partial<AuditFilter>) {
    const wanted = Object.entries({ ...filter, ...change }).filter(([, value]) => value);
    setParams(Object.fromEntries(wanted.map(([name, value]) => [name, String(value)])), { replace: true });
  }

  return (
    <Pane>
      <Stack>
        <Head>
          <div>
            <h2>{text.title}</h2>
            <p>{text.lead}</p>
          </div>
          <AuditCheckButton {...check} />
        </Head>
        <AuditCheckOutcome state={check.state} />
        <AuditFilters
          filter={filter}
          onFilter={onFilter}
          onClear={() => setParams({}, { replace: true })}
          exportHref={auditExportHref(query)}
        />
        <Card data-flush="true">
          {list.error !== null && list.rows !== null && <StaleLine>{text.stale}</StaleLine>}
          {list.error !== null && list.rows === null ? (
            <ErrorState title={text.failed} text={text.failedDetail} onRetry={list.reload} />
          ) : (
            <Table
              caption={text.caption}
              columns={columnsFor(timesFor(timeZone, Date.now()))}
              rows={list.rows}
              rowKey={({ _id }) => _id}
              loadingRows={12}
              empty={<EmptyState title={text.empty} text={text.emptyDetail} />}
            />
          )}
          {list.hasMore && (
            <More>
              <Button isLoading={list.isLoading} onClick={list.loadMore}>
                {text.more}
              </Button>
            </More>
          )}
        </Card>
      </Stack>
    </Pane>
  );
}

function columnsFor(at: (instant: string) => string): Column<AuditEntry>[] {
  return [
    { key: "when", head: text.when, cell: ({ at: instant }) => <span className="num">{at(instant)}</span> },
    { key: "act", head: text.act, isRowHead: true, cell: ({ action }) => text.acts[action] },
    { key: "who", head: text.who, cell: ({ who }) => <span title={who.id}>{who.name ?? who.id}</span> },
    { key: "about", head: text.about, isHiddenOnPhone: true, cell: ({ subject }) => <Subject of={subject} /> },
    {
      key: "detail",
      head: text.detail,
      isHiddenOnPhone: true,
      cell: ({ detail }) => {
        const words = detailInWords(detail);
        return <Detail title={words.join("\n")}>{words.join(", ")}</Detail>;
      },
    },
    {
      key: "sealed",
      head: "",
      cell: ({ isSealed }) => (
        <span role="img" aria-label={isSealed ? text.sealed : text.waits} title={isSealed ? text.sealed : text.waits}>
          <Quiet>
            <Icon of={isSealed ? Lock : Clock} size={14} />
          </Quiet>
        </span>
      ),
    },
  ];
}

/** The kind of thing and the beginning of its id; the whole stands in the title. */
function Subject({ of }: { of: string }) {
  const [kind, id = ""] = of.split(":");
  return (
    <span title={of}>
      {kind} <Quiet className="num">{id.slice(0, 8)}</Quiet>
    </span>
  );
}
