import type { api, User } from "../../state/api.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Clock, Icon, Lock } from "../../ui/icon.tsx";
import { Row, Text } from "../../ui/layout.tsx";
import type { Column } from "../../ui/list/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { PageColumn, PagePane } from "../core/admin-layout.ts";
import { timesFor } from "../core/admin-time.ts";
import { formatDetail } from "../core/format-detail.ts";
import { PageHead } from "../core/page-head.tsx";
import { AGE_SORTS, choiceField, PERIOD_FIELDS } from "../list/list-fields.ts";
import { fieldsOf } from "../list/list-filter.ts";
import { LogTable, timeHead } from "../list/log-table.tsx";
import { personPath, subjectPath } from "../list/subject-path.ts";
import { type ListAddress, type ListSpec, useListAddress, useListAt } from "../list/use-list-address.ts";
import { AUDIT_ADMIN_TEXT } from "./audit-admin-text.ts";
import { type AuditEntry, fetchAudit } from "./audit-calls.ts";
import { AuditCheckButton, AuditCheckOutcome, useAuditCheck } from "./audit-check.tsx";

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

export function AuditSection({ admin }: { admin: User }) {
  const { timeZone } = admin;
  const address = useListAddress(AUDIT_LIST, timeZone);
  const list = useListAt(address, fetchAudit);
  const check = useAuditCheck();

  return (
    <PagePane>
      <PageColumn>
        <PageHead title={text.title} lead={text.lead} action={<AuditCheckButton {...check} />} />
        <AuditCheckOutcome state={check.state} />
        <LogTable
          list={list}
          address={address}
          path="audit"
          hasKey
          caption={text.caption}
          columns={columnsFor(timesFor(timeZone, Date.now()), address)}
          loadingRows={12}
          empty={text.empty}
          failed={text.failed}
          failedDetail={text.failedDetail}
          more={address.sort === "newest" ? text.older : text.newer}
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
        return (
          <Text minWidth={320} pad="8px 0" tone="muted" breaks="usual" title={formatDetail(detail).join("\n")}>
            {formatDetail(rest).join(", ")}
          </Text>
        );
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
  if (name === null) return <span>{text.actors[id] ?? id}</span>;
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
    <Row as="span" gap={6} title={subject}>
      {path === null ? label : <TextLink href={path}>{label}</TextLink>}
      {owner && <Person {...owner} />}
      {path !== null && <CopyButton text={id} what={text.idOf(label.toLowerCase())} />}
    </Row>
  );
}
