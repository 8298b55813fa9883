import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useRef, useState } from "react";
import type { User } from "../../state/api.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHead, Panel } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Pencil, Plus } from "../../ui/icon.tsx";
import { Row, Stack, Text } from "../../ui/layout.tsx";
import { type Column, Table } from "../../ui/list/table.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { StaleLine } from "../../ui/stale-line.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { PageColumn, PagePane } from "../core/admin-layout.ts";
import { pollNow, usePolled } from "../core/admin-polling.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { midSentence, timesFor } from "../core/admin-time.ts";
import { hasRole } from "../core/roles.ts";
import { SendingDialog } from "../core/sending-dialog.tsx";
import { useAction } from "../core/use-action.ts";
import { fetchOnCall, type OnCall, setOverride, setRota, takeBackOverride } from "./on-call-calls.ts";
import { ON_CALL_TEXT } from "./on-call-text.ts";
import { OverrideDialog } from "./override-dialog.tsx";
import { RotaDialog } from "./rota-dialog.tsx";

const text = ON_CALL_TEXT;

type At = (instant: string) => string;

/** The admin on call now and in each of the next weeks, the order of the rota, and its overrides. */
export function RotaView({ admin }: { admin: User }) {
  useSignals();
  const mayChange = hasRole("operator", "owner");
  const { value: onCall, atMs, hasFailed, refresh } = usePolled(fetchOnCall);
  /** The rota as it was when the dialog about it opened. */
  const [asked, setAsked] = useState<{ about: "rota" | "override"; onCall: OnCall } | null>(null);
  if (onCall === null) {
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
  const sending = {
    onConflict(message: string) {
      close();
      toast.error(message);
      void refresh();
    },
    onClose: close,
  };
  const done = (message: string) => {
    close();
    toast.success(message);
    void pollNow();
  };
  return (
    <PagePane>
      <PageColumn maxWidth={960} margin="0">
        {hasFailed && <StaleLine atMs={atMs}>{ADMIN_TEXT.stale}</StaleLine>}
        <Card isFlush>
          <CardHead title={text.weeks} />
          <Table
            caption={text.weeks}
            columns={spanColumns(at)}
            rows={onCall.spans}
            rowKey={({ from }) => from}
            empty={null}
          />
        </Card>
        <RotaPanel onCall={onCall} at={at} onChange={mayChange ? () => setAsked({ about: "rota", onCall }) : null} />
        <StandIns onCall={onCall} at={at} onAdd={mayChange ? () => setAsked({ about: "override", onCall }) : null} />
      </PageColumn>
      {asked?.about === "rota" && (
        <SendingDialog send={setRota} onDone={() => done(text.changed)} {...sending}>
          {(dialog) => <RotaDialog {...dialog} onCall={asked.onCall} />}
        </SendingDialog>
      )}
      {asked?.about === "override" && (
        <SendingDialog send={setOverride} onDone={() => done(text.standInDone)} {...sending}>
          {(dialog) => <OverrideDialog {...dialog} admins={asked.onCall.admins} admin={admin} />}
        </SendingDialog>
      )}
    </PagePane>
  );
}

function spanColumns(at: At): Column<OnCall["spans"][number]>[] {
  return [
    { key: "from", head: text.from, cell: ({ from }) => <span className="num">{at(from)}</span> },
    { key: "to", head: text.to, isHiddenOnPhone: true, cell: ({ to }) => <span className="num">{at(to)}</span> },
    {
      key: "who",
      head: text.who,
      isRowHead: true,
      cell: ({ who }) =>
        who ? (
          who.name
        ) : (
          <Text as="span" tone="warn">
            {text.everybody}
          </Text>
        ),
    },
    {
      key: "how",
      head: text.how,
      cell: ({ who, override }) => (override !== null ? text.byOverride : who ? text.byRota : text.byNobody),
    },
  ];
}

function RotaPanel({ onCall, at, onChange }: { onCall: OnCall; at: At; onChange: (() => void) | null }) {
  const { admins, setBy, setAt } = onCall.rota;
  const note = setBy === null || setAt === null ? undefined : text.setBy(setBy, midSentence(at(setAt)));
  const change = onChange && (
    <Button icon={Pencil} aria-haspopup="dialog" onClick={onChange}>
      {text.change}
    </Button>
  );
  if (admins.length === 0) {
    return (
      <Panel title={text.rota} note={note}>
        <EmptyState title={text.rotaEmpty} text={text.rotaEmptyDetail} action={change} />
      </Panel>
    );
  }
  return (
    <Panel title={text.rota} note={note} action={change}>
      <Stack gap={4} pad="8px 20px 12px" phone={{ pad: "8px 16px 12px" }}>
        <Text size="caption" tone="muted">
          {text.rotaLead}
        </Text>
        <Stack as="ol" line="between">
          {admins.map(({ _id, name, isAdmin }, place) => (
            <Row as="li" key={_id} gap={12} minHeight={36} size="dense">
              <Text as="span" className="num" tone="muted" minWidth={16}>
                {place + 1}
              </Text>
              <Text as="b" weight={500} minWidth={0} breaks="anywhere">
                {name}
              </Text>
              <Text as="span" grow tone={isAdmin ? "muted" : "warn"} textAlign="right">
                {isAdmin ? channelsOf(onCall, _id) : text.notAdmin}
              </Text>
            </Row>
          ))}
        </Stack>
      </Stack>
    </Panel>
  );
}

/** By what an admin is reached, in a word each. */
function channelsOf({ admins }: OnCall, id: string): string {
  const channels = admins.find(({ _id }) => _id === id)?.channels ?? [];
  return text.channels(
    channels.flatMap((channel) => (channel === "push" || channel === "telegram" ? text.by[channel] : [])),
  );
}

function StandIns({ onCall, at, onAdd }: { onCall: OnCall; at: At; onAdd: (() => void) | null }) {
  const addButton = useRef<HTMLButtonElement>(null);
  const { run, isSending } = useAction({
    send: takeBackOverride,
    onDone() {
      toast.success(text.takenBack);
      // The button that was pressed goes with its row.
      addButton.current?.focus();
      void pollNow();
    },
    onConflict: () => void pollNow(),
  });
  const takeBack = (id: string, name: string): ReactNode => (
    <Button size="dense" disabled={isSending} aria-label={text.takeBackOf(name)} onClick={() => void run({ id })}>
      {text.takeBack}
    </Button>
  );
  const backOf = ({ _id, who }: OnCall["overrides"][number]) => takeBack(_id, who.name);
  const columns: Column<OnCall["overrides"][number]>[] = [
    { key: "from", head: text.from, cell: ({ from }) => <span className="num">{at(from)}</span> },
    { key: "to", head: text.to, cell: ({ to }) => <span className="num">{at(to)}</span> },
    { key: "who", head: text.who, isRowHead: true, cell: ({ who }) => who.name },
    { key: "by", head: text.setByHead, isHiddenOnPhone: true, cell: ({ setBy }) => setBy },
    ...(onAdd ? [{ key: "back", head: text.act, isPinned: true, cell: backOf }] : []),
  ];
  return (
    <Panel
      title={text.standIns}
      action={
        onAdd && (
          <Button ref={addButton} icon={Plus} aria-haspopup="dialog" onClick={onAdd}>
            {text.standIn}
          </Button>
        )
      }
    >
      {onCall.overrides.length === 0 ? (
        <Text size="dense" tone="muted" pad="12px 20px" phone={{ pad: "12px 16px" }}>
          {text.standInsEmpty}
        </Text>
      ) : (
        <Table
          caption={text.standInsCaption}
          columns={columns}
          rows={onCall.overrides}
          rowKey={({ _id }) => _id}
          empty={null}
        />
      )}
    </Panel>
  );
}

function Skeletons() {
  return (
    <Loading label={text.loadingRota}>
      <PageColumn maxWidth={960} margin="0">
        {[240, 180, 100].map((height) => (
          <Card key={height}>
            <Skeleton width="100%" height={height} />
          </Card>
        ))}
      </PageColumn>
    </Loading>
  );
}
