import { styled } from "goober";
import { useCallback, useRef } from "react";
import type { api, User } from "../../state/api.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Clock, Icon, Lock } from "../../ui/icon.tsx";
import { SortButton, sortedBy } from "../../ui/sort-button.tsx";
import { StaleLine } from "../../ui/stale-line.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { media, type } from "../../ui/theme.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { timesFor } from "../core/admin-time.ts";
import { formatDetail } from "../core/detail-text.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { FilterFields } from "../list/filter-fields.tsx";
import { AGE_SORTS, BY_TIME, choiceField, PERIOD_FIELDS } from "../list/list-columns.ts";
import { ListDownload } from "../list/list-download.tsx";
import { fieldsOf } from "../list/list-filter.ts";
import { focusFilter } from "../list/list-tools.tsx";
import { NewRows } from "../list/new-rows.tsx";
import { NothingListed } from "../list/nothing-listed.tsx";
import { personPath, subjectPath } from "../list/subject-path.ts";
import { useAdminList } from "../list/use-admin-list.ts";
import { type ListAddress, type ListSpec, useListAddress } from "../list/use-list-address.ts";
import { AUDIT_ADMIN_TEXT } from "./audit-admin-text.ts";
import { fetchAudit } from "./audit-calls.ts";
import { AuditCheckButton, AuditCheckOutcome, useAuditCheck } from "./audit-check.tsx";
import type { AuditEntry } from "./audit-types.ts";

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

const About = styled("span")`
  display: inline-flex;
  align-items: center;
  gap: 6px;
`;

/** The title has the parts that other columns show too. */
const Detail = styled("span")`
  display: block;
  width: 376px;
  padding: 8px 0;
  color: var(--muted);
  white-space: normal;
  overflow-wrap: anywhere;
`;

const More = styled("div")`
  padding: 12px 20px;
  text-align: center;
`;

const Filters = styled("div")`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 220px)) 200px repeat(2, 150px) auto;
  align-items: end;
  gap: 8px;
  & > div:last-child {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    min-height: 40px;
  }
  ${media.narrow} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    & > [data-kind="choice"],
    & > div:last-child {
      grid-column: 1 / -1;
    }
  }
  ${media.phone} {
    & > [data-kind="text"] {
      grid-column: 1 / -1;
    }
  }
`;

const text = AUDIT_ADMIN_TEXT;
const AUDIT_LIST = {
  fields: fieldsOf<typeof api.admin.audit.$get>()([
    { kind: "text", name: "who", label: text.who, placeholder: text.whoPlaceholder },
    { kind: "text", name: "about", label: text.about, placeholder: text.aboutPlaceholder },
    choiceField("action", text.action, text.actions),
    ...PERIOD_FIELDS,
  ]),
  sorts: AGE_SORTS,
} satisfies ListSpec;

/** The audit log: filters, CSV download, and the check of its seals. */
export function AuditSection({ admin }: { admin: User }) {
  const { timeZone } = admin;
  const address = useListAddress(AUDIT_LIST, "newest", timeZone);
  const { query, filter, sort } = address;
  const list = useAdminList(useCallback((cursor) => fetchAudit(query, cursor), [query]));
  const check = useAuditCheck();
  const filters = useRef<HTMLDivElement>(null);
  useShortcuts({ l: () => focusFilter(filters.current) });

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
        <Filters ref={filters} role="search">
          <FilterFields {...address} />
          <div>
            {Object.keys(filter).length > 0 && (
              <Button variant="plain" onClick={address.clear}>
                {ADMIN_TEXT.filter.clear}
              </Button>
            )}
            <ListDownload list="audit" query={query} size="normal" />
          </div>
        </Filters>
        <Card data-flush="true">
          {list.error !== null && list.rows !== null && <StaleLine>{text.stale}</StaleLine>}
          <NewRows list={list} />
          {list.error !== null && list.rows === null ? (
            <ErrorState title={text.failed} text={text.failedDetail} onRetry={list.reload} />
          ) : (
            <Table
              caption={text.caption}
              columns={columnsFor(timesFor(timeZone, Date.now()), address)}
              rows={list.rows}
              rowKey={({ _id }) => _id}
              loadingRows={12}
              empty={<NothingListed address={address} empty={text.empty} />}
            />
          )}
          {list.hasMore && (
            <More>
              <Button isLoading={list.isLoading} onClick={list.loadMore}>
                {sort === "newest" ? text.older : text.newer}
              </Button>
            </More>
          )}
        </Card>
      </Stack>
    </Pane>
  );
}

function columnsFor(at: (instant: string) => string, { sort, setSort }: ListAddress): Column<AuditEntry>[] {
  return [
    {
      key: "when",
      head: text.when,
      sort: {
        direction: sortedBy(BY_TIME, sort),
        button: <SortButton label={text.when} pair={BY_TIME} sort={sort} onSort={setSort} />,
      },
      cell: ({ at: instant }) => <span className="num">{at(instant)}</span>,
    },
    { key: "act", head: text.action, isRowHead: true, cell: ({ action }) => text.actions[action] },
    { key: "who", head: text.who, cell: ({ who }) => <Person id={who.id} name={who.name} /> },
    { key: "about", head: text.about, cell: (entry) => <Subject entry={entry} /> },
    {
      key: "detail",
      head: text.detail,
      isHiddenOnPhone: true,
      cell: ({ detail }) => {
        // The owner has a column of their own; the title has the whole detail.
        const { userId: _, ...rest } = detail;
        return <Detail title={formatDetail(detail).join("\n")}>{formatDetail(rest).join(", ")}</Detail>;
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

/** A link to a person's page, with their id as its title. An actor that is not a person is shown as plain text. */
function Person({ id, name }: { id: string; name: string | null }) {
  if (name === null) return <span>{id}</span>;
  return (
    <TextLink href={personPath(id)} title={id}>
      {name}
    </TextLink>
  );
}

/** Links to the subject of an action and to its owner. The title has the whole id, and a button copies it. */
function Subject({ entry: { subject, owner } }: { entry: AuditEntry }) {
  const [kind = "", id = ""] = subject.split(":");
  const path = subjectPath(subject);
  const label = text.subjects[kind] ?? kind;
  if (kind === "user" && owner !== null) return <Person {...owner} />;
  return (
    <About title={subject}>
      {path === null ? label : <TextLink href={path}>{label}</TextLink>}
      {owner && <Person {...owner} />}
      {path !== null && <CopyButton text={id} what={text.idOf(label.toLowerCase())} />}
    </About>
  );
}
