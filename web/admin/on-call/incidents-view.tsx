import type { User } from "../../state/api.ts";
import { CircleAlert, CircleCheck, Clock } from "../../ui/icon.tsx";
import { Row, Text } from "../../ui/layout.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { KEYS } from "../core/admin-keys.ts";
import { usePolled } from "../core/admin-polling.ts";
import { midSentence, timesFor, viewOf } from "../core/admin-time.ts";
import { useAction } from "../core/use-action.ts";
import { AGE_SORTS } from "../list/list-fields.ts";
import { type BarAction, ListScreen } from "../list/list-screen.tsx";
import type { ListSection } from "../list/queue-list.tsx";
import { ageColumn, markColumn, textColumn } from "../list/row-columns.tsx";
import { StatusTabs } from "../list/status-tabs.tsx";
import { useListAddress, useListAt, useStatus } from "../list/use-list-address.ts";
import { useOpenItem } from "../list/use-open-item.ts";
import { IncidentItem } from "./incident-item.tsx";
import { incidentTitle, stateOf } from "./incident-words.ts";
import {
  type AdminIncident,
  acknowledgeIncident,
  fetchIncidents,
  fetchOnCall,
  findIncident,
  type OnCall,
} from "./on-call-calls.ts";
import { ON_CALL_TEXT } from "./on-call-text.ts";

const text = ON_CALL_TEXT;
const STATUSES = ["open", "acknowledged", "ended"] as const;
const MARKS = {
  waiting: { icon: CircleAlert, tone: "warn" },
  acknowledged: { icon: Clock, tone: "neutral" },
  ended: { icon: CircleCheck, tone: "up" },
} as const;

const INCIDENTS: ListSection<AdminIncident> = {
  title: text.views.incidents,
  item: text.incident,
  loading: text.loading,
  path: null,
  note: (rows, hasMore) => text.shown(rows.length, hasMore),
  columns: [
    ageColumn("64px", ({ openedAt }) => ({ since: openedAt, queue: null, isAwaited: false })),
    textColumn(text.what, "minmax(0, 1fr)", incidentTitle, { isStrong: true, title: incidentTitle }),
    markColumn((incident) => {
      const state = stateOf(incident);
      return { ...MARKS[state], label: text.state[state] };
    }),
  ],
};

/** The incidents, with who is on call above them; A acknowledges the open one. */
export function IncidentsView({ admin }: { admin: User }) {
  const status = useStatus(STATUSES);
  const address = useListAddress({ fields: [], sorts: AGE_SORTS, order: "newest", fixed: { status } }, admin.timeZone);
  const list = useListAt(address, fetchIncidents);
  const open = useOpenItem(list, findIncident);
  const { value: onCall, atMs } = usePolled(fetchOnCall);
  const { item } = open;
  const { run, isSending, problem } = useAction({
    send: ({ id }: { id: string }, key) => acknowledgeIncident(id, {}, key),
    onDone(incident) {
      list.put(incident);
      void open.look(incident._id);
      toast.success(text.acknowledged);
    },
    onConflict: () => list.reload(),
  });
  const isWaiting = item !== null && stateOf(item) === "waiting";
  const actions: BarAction[] = [
    {
      key: KEYS.acknowledge,
      label: text.acknowledge,
      tone: "accent",
      isLoading: isSending,
      run: isWaiting ? () => void run({ id: item._id }) : undefined,
    },
  ];
  const view = viewOf(admin, Date.now());
  return (
    <>
      {onCall && <NowLine onCall={onCall} at={timesFor(admin.timeZone, atMs)} />}
      <ListScreen
        section={INCIDENTS}
        list={list}
        address={address}
        open={open}
        view={view}
        above={<StatusTabs statuses={STATUSES} labels={text.status} />}
        empty={text.empty[status]}
        item={(incident) => (
          <IncidentItem
            key={incident._id}
            incident={incident}
            targetHours={onCall?.targetHours ?? null}
            at={view.at}
            onBack={open.close}
          />
        )}
        actions={actions}
        message={problem?.message ?? (item && !isWaiting ? text.state[stateOf(item)] : null)}
        isProblem={problem !== null}
      />
    </>
  );
}

/** Who is on call now, and who after. */
function NowLine({ onCall, at }: { onCall: OnCall; at: (instant: string) => string }) {
  const [now, next] = onCall.spans;
  if (!now) return null;
  return (
    <Row
      wrap
      grow={false}
      gap="2px 12px"
      minHeight={36}
      pad="6px 20px"
      line="bottom"
      size="dense"
      phone={{ pad: "6px 16px" }}
    >
      <Text as="span" tone="muted">
        {text.now}
      </Text>
      <Text as="b" weight={600} tone={now.who ? undefined : "warn"}>
        {now.who ? (next ? text.until(now.who.name, midSentence(at(now.to))) : now.who.name) : text.nowEverybody}
      </Text>
      {next && (
        <Text as="span" tone="muted">
          {text.nextWho(next.who?.name ?? text.everybody)}
        </Text>
      )}
    </Row>
  );
}
