import { styled } from "goober";
import { useRef } from "react";
import type { api, User } from "../../state/api.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Clock, Icon, Lock } from "../../ui/icon.tsx";
import { Text } from "../../ui/layout.tsx";
import type { Column } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { media, type } from "../../ui/theme.ts";
import { PageColumn, PagePane } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { timesFor } from "../core/admin-time.ts";
import { formatDetail } from "../core/detail-text.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { FilterFields } from "../list/filter-fields.tsx";
import { ListDownload } from "../list/list-download.tsx";
import { AGE_SORTS, choiceField, PERIOD_FIELDS } from "../list/list-fields.ts";
import { fieldsOf } from "../list/list-filter.ts";
import { focusFilter } from "../list/list-tools.tsx";
import { LogTable, timeHead } from "../list/log-table.tsx";
import { personPath, subjectPath } from "../list/subject-path.ts";
import { useAdminList } from "../list/use-admin-list.ts";
import { type ListAddress, type ListSpec, useListAddress } from "../list/use-list-address.ts";
import { AUDIT_ADMIN_TEXT } from "./audit-admin-text.ts";
import { type AuditEntry, fetchAudit } from "./audit-calls.ts";
import { AuditCheckButton, AuditCheckOutcome, useAuditCheck } from "./audit-check.tsx";

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
const AUDIT_LIST: ListSpec = {
  fields: fieldsOf<typeof api.admin.audit.$get>()([
    { kind: "text", name: "who", label: text.who, placeholder: text.whoPlaceholder },
    { kind: "text", name: "about", label: text.about, placeholder: text.aboutPlaceholder },
    choiceField("action", text.action, text.actions),
    ...PERIOD_FIELDS,
  ]),
  sorts: AGE_SORTS,
  order: "newest",
};

/** The audit log: filters, CSV download, and the check of its seals. */
export function AuditSection({ admin }: { admin: User }) {
  const { timeZone } = admin;
  const address = useListAddress(AUDIT_LIST, timeZone);
  const { query, filter, sort } = address;
  const list = useAdminList({
    key: [fetchAudit, query],
    fetchPage: (cursor, signal) => fetchAudit(query, cursor, signal),
  });
  const check = useAuditCheck();
  const filters = useRef<HTMLDivElement>(null);
  useShortcuts({ l: () => focusFilter(filters.current) });

  return (
    <PagePane>
      <PageColumn>
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
        <LogTable
          list={list}
          address={address}
          caption={text.caption}
          columns={columnsFor(timesFor(timeZone, Date.now()), address)}
          loadingRows={12}
          empty={text.empty}
          failed={text.failed}
          failedDetail={text.failedDetail}
          more={sort === "newest" ? text.older : text.newer}
        />
      </PageColumn>
    </PagePane>
  );
}

function columnsFor(at: (instant: string) => string, address: ListAddress): Column<AuditEntry>[] {
  return [
    {
      ...timeHead(text.when, address),
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
          <Text as="span" tone="muted">
            <Icon of={isSealed ? Lock : Clock} size={14} />
          </Text>
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
