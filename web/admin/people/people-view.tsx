import { useState } from "react";
import { ADMIN_ROLES, type AdminRole } from "../../../worker/contract/admin-roles.ts";
import type { User } from "../../state/api.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Check, Icon, KeyRound, Minus } from "../../ui/icon.tsx";
import { Box, Row, Text } from "../../ui/layout.tsx";
import { type Column, Table } from "../../ui/list/table.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { StaleLine } from "../../ui/stale-line.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { PageColumn, PagePane } from "../core/admin-layout.ts";
import { pollNow, usePolled } from "../core/admin-polling.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { midSentence, timesFor } from "../core/admin-time.ts";
import { ROLES_TEXT } from "../core/roles-text.ts";
import { SendingDialog } from "../core/sending-dialog.tsx";
import { type AdminPerson, cancelRoles, changeRoles, fetchPeople, type RolesBody } from "./people-calls.ts";
import { ApproveDialog, CancelDialog, ProposeDialog } from "./people-dialogs.tsx";
import { PEOPLE_TEXT } from "./people-text.ts";
import { WaitingChanges } from "./waiting-changes.tsx";

const text = PEOPLE_TEXT;

/** What is done about a person, who is as they were when the dialog opened. */
type Asked = { act: "propose" | "approve" | "cancel"; person: AdminPerson };

/** The people of the operation: who holds which roles, and the changes that wait for an owner. */
export function PeopleView({ admin }: { admin: User }) {
  const { value: people, atMs, hasFailed, refresh } = usePolled(fetchPeople);
  const [asked, setAsked] = useState<Asked | null>(null);
  if (people === null) {
    return (
      <PagePane>
        {hasFailed ? (
          <ErrorState title={text.failed} text={text.failedDetail} onRetry={() => void refresh()} />
        ) : (
          <Skeletons />
        )}
      </PagePane>
    );
  }
  const at = timesFor(admin.timeZone, atMs);
  const close = () => setAsked(null);
  const done = (message: string) => {
    close();
    toast.success(message);
    void pollNow();
  };
  const sending = {
    onConflict(message: string) {
      close();
      toast.error(message);
      void refresh();
    },
    onClose: close,
  };
  const send =
    ({ _id }: AdminPerson) =>
    (body: RolesBody, key: string) =>
      changeRoles(_id, body, key);
  return (
    <PagePane>
      <PageColumn maxWidth={960} margin="0">
        {hasFailed && <StaleLine atMs={atMs}>{ADMIN_TEXT.stale}</StaleLine>}
        <WaitingChanges
          people={people}
          adminId={admin._id}
          at={at}
          nowMs={atMs}
          onApprove={(person) => setAsked({ act: "approve", person })}
          onCancel={(person) => setAsked({ act: "cancel", person })}
        />
        <Card isFlush>
          <CardHead title={text.title} />
          <Text size="dense" tone="muted" pad="12px 20px" phone={{ pad: "12px 16px" }}>
            {text.rule}
          </Text>
          <Table
            caption={text.title}
            columns={columns(admin._id, at, atMs, (person) => setAsked({ act: "propose", person }))}
            rows={people}
            rowKey={({ _id }) => _id}
            empty={null}
          />
          {people.length === 1 && (
            <Text size="dense" tone="muted" pad="12px 20px" phone={{ pad: "12px 16px" }}>
              {text.alone}
            </Text>
          )}
        </Card>
      </PageColumn>
      {asked?.act === "propose" && (
        <SendingDialog send={send(asked.person)} onDone={() => done(text.dialog.done)} {...sending}>
          {(dialog) => <ProposeDialog {...dialog} person={asked.person} people={people} />}
        </SendingDialog>
      )}
      {asked?.act === "approve" && (
        <SendingDialog
          send={send(asked.person)}
          onDone={() => done(text.approveDialog.done(asked.person.name))}
          {...sending}
        >
          {(dialog) => <ApproveDialog {...dialog} person={asked.person} />}
        </SendingDialog>
      )}
      {asked?.act === "cancel" && (
        <SendingDialog
          send={(body: { version: number }, key) => cancelRoles(asked.person._id, body, key)}
          onDone={() => done(text.cancelDialog.done)}
          {...sending}
        >
          {(dialog) => <CancelDialog {...dialog} person={asked.person} />}
        </SendingDialog>
      )}
    </PagePane>
  );
}

function columns(
  adminId: string,
  at: (instant: string) => string,
  nowMs: number,
  onChange: (person: AdminPerson) => void,
): Column<AdminPerson>[] {
  return [
    {
      key: "who",
      head: text.who,
      isRowHead: true,
      cell: (person) => <Who person={person} isYou={person._id === adminId} at={at} nowMs={nowMs} />,
    },
    ...ADMIN_ROLES.map(
      (role): Column<AdminPerson> => ({
        key: role,
        head: ROLES_TEXT.names[role],
        // A phone has room for none of them beside the name and the button: they stand below the name.
        isHiddenOnPhone: true,
        cell: ({ roles }) => <Held held={roles.find((one) => one.role === role)} at={at} nowMs={nowMs} />,
      }),
    ),
    {
      key: "act",
      head: text.act,
      isPinned: true,
      cell: (person) => <Act person={person} isYou={person._id === adminId} onChange={onChange} />,
    },
  ];
}

type WhoProps = { person: AdminPerson; isYou: boolean; at: (instant: string) => string; nowMs: number };

function Who({ person: { name, email, hasSecondFactor, roles }, isYou, at, nowMs }: WhoProps) {
  return (
    <div>
      <Text as="b" weight={500} breaks="anywhere">
        {name}
      </Text>
      {isYou && (
        <Text as="span" tone="accent">
          {` ${text.you}`}
        </Text>
      )}
      <Text size="caption" tone="muted" breaks="anywhere">
        {email}
      </Text>
      <Box showOn="phone">
        <Text size="caption">
          {roles
            .map((held) => {
              const fromText = countsFromText(held, at, nowMs);
              return `${ROLES_TEXT.names[held.role]}${fromText ? ` (${fromText})` : ""}`;
            })
            .join(", ")}
        </Text>
      </Box>
      {!hasSecondFactor && (
        <Row gap={4} size="caption" tone="warn">
          <Icon of={KeyRound} size={14} />
          {text.noFactor}
        </Row>
      )}
    </div>
  );
}

type HeldProps = { held: AdminPerson["roles"][number] | undefined; at: (instant: string) => string; nowMs: number };

/** Whether somebody holds a role, and from when approvals by it count while they do not. */
function Held({ held, at, nowMs }: HeldProps) {
  if (!held) {
    return (
      <Text as="span" tone="muted">
        <Icon of={Minus} size={16} />
        <VisuallyHidden>{text.doesNotHold}</VisuallyHidden>
      </Text>
    );
  }
  const fromText = countsFromText(held, at, nowMs);
  return (
    <div>
      <Text as="span" tone="up">
        <Icon of={Check} size={16} />
        <VisuallyHidden>{text.holds}</VisuallyHidden>
      </Text>
      {fromText && (
        <Text size="caption" tone="muted">
          {fromText}
        </Text>
      )}
    </div>
  );
}

/** From when approvals by a role count, while they do not; null once they do. */
function countsFromText({ countsFrom }: AdminPerson["roles"][number], at: HeldProps["at"], nowMs: number) {
  const isNew = countsFrom !== null && Date.parse(countsFrom) > nowMs;
  return isNew ? text.countsFrom(midSentence(at(countsFrom))) : null;
}

type ActProps = { person: AdminPerson; isYou: boolean; onChange: (person: AdminPerson) => void };

function Act({ person, isYou, onChange }: ActProps) {
  if (isYou) return null;
  if (person.change !== null) {
    return (
      <Text as="span" size="caption" tone="warn">
        {text.oneWaits}
      </Text>
    );
  }
  return (
    <Button
      size="dense"
      aria-haspopup="dialog"
      aria-label={text.changeOf(person.name)}
      onClick={() => onChange(person)}
    >
      {text.change}
    </Button>
  );
}

/** The names of roles, in their order. */
export function namesOf(roles: readonly AdminRole[]): string {
  return roles.map((role) => ROLES_TEXT.names[role]).join(", ");
}

function Skeletons() {
  return (
    <Loading label={text.loading}>
      <PageColumn maxWidth={960} margin="0">
        {[140, 320].map((height) => (
          <Card key={height}>
            <Skeleton width="100%" height={height} />
          </Card>
        ))}
      </PageColumn>
    </Loading>
  );
}
