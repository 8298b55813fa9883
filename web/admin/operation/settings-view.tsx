import type { SettingKey } from "../../../worker/contract/operation/settings.ts";
import type { User } from "../../state/api.ts";
import { Card, CardHead, Panel } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Text } from "../../ui/layout.tsx";
import { type Column, Table } from "../../ui/list/table.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { StaleLine } from "../../ui/stale-line.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { PageColumn, PagePane } from "../core/admin-layout.ts";
import { pollNow, usePolled } from "../core/admin-polling.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { type AdminView, viewOf } from "../core/admin-time.ts";
import { personPath } from "../list/subject-path.ts";
import { OPERATION_TEXT } from "./operation-text.ts";
import { PausePanel } from "./pause-panel.tsx";
import { PAUSE_TEXT } from "./pause-text.ts";
import { type AdminSettings, fetchSettings, type SettingChange } from "./setting-calls.ts";
import { SettingRows } from "./setting-rows.tsx";
import { settingWords } from "./setting-words.ts";

const text = OPERATION_TEXT;

const GROUPS = {
  approvals: ["second_admin_above", "admin_alone_max"],
  limits: ["withdrawal_day_max", "withdrawal_day_max_verified", "withdrawal_day_max_unverified"],
  conditions: ["unverified_payout", "withdrawal_second_factor"],
  queues: [
    "target_hours_withdrawals",
    "target_hours_identities",
    "target_hours_exceptions",
    "target_hours_imports",
    "working_hours",
  ],
  imports: ["import_time_zone"],
} as const satisfies Record<keyof typeof text.groups, readonly SettingKey[]>;
const GROUP_NAMES = ["approvals", "limits", "conditions", "queues", "imports"] as const;

/** The settings of the operation, what is proposed and what was changed. */
export function SettingsView({ admin }: { admin: User }) {
  const { value: found, atMs, hasFailed, refresh } = usePolled(fetchSettings);
  if (found === null) {
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
  const view = viewOf(admin, atMs);
  const onChanged = () => void pollNow();
  const { settings, pauses, paused, isOnlyOwner } = found;
  const of = (keys: readonly SettingKey[]) => settings.filter(({ key }) => keys.includes(key));
  return (
    <PagePane>
      <PageColumn maxWidth={960} margin="0">
        {hasFailed && <StaleLine atMs={atMs}>{ADMIN_TEXT.stale}</StaleLine>}
        {GROUP_NAMES.map((group) => (
          <Panel key={group} title={text.groups[group][0]} note={text.groups[group][1]}>
            <SettingRows settings={of(GROUPS[group])} isOnlyOwner={isOnlyOwner} view={view} onChanged={onChanged} />
          </Panel>
        ))}
        {(["withdrawals", "deposits"] as const).map((what) => (
          <PausePanel
            key={what}
            what={what}
            title={PAUSE_TEXT.of[what].name}
            note={text.switchesNote}
            pause={pauses[what]}
            nowMs={atMs}
            at={view.at}
            onChanged={onChanged}
          />
        ))}
        {paused.length > 0 && (
          <Text size="dense" tone="warn">
            {text.configured(paused.join(", "))}
          </Text>
        )}
        <Traders traders={found.traders} />
        <Card isFlush>
          <CardHead title={text.history} />
          <History changes={found.changes} view={view} />
        </Card>
      </PageColumn>
    </PagePane>
  );
}

function Traders({ traders }: Pick<AdminSettings, "traders">) {
  const columns: Column<AdminSettings["traders"][number]>[] = [
    {
      key: "trader",
      head: text.trader,
      isRowHead: true,
      cell: ({ _id, name }) => <TextLink href={personPath(_id)}>{name}</TextLink>,
    },
    {
      key: "limit",
      head: text.limit,
      isNumeric: true,
      cell: ({ setting }) => settingWords(setting.key, setting.value),
    },
    {
      key: "proposed",
      head: text.state.proposed,
      isNumeric: true,
      cell: ({ setting: { key, proposal } }) => proposal && settingWords(key, proposal.value),
    },
  ];
  return (
    <Card isFlush>
      <CardHead title={text.traders} />
      <Table
        caption={text.traders}
        columns={columns}
        rows={traders}
        rowKey={({ _id }) => _id}
        empty={
          <Text size="dense" tone="muted" pad="12px 20px" phone={{ pad: "12px 16px" }}>
            {text.tradersEmpty}
          </Text>
        }
      />
    </Card>
  );
}

/** The newest changes, with who proposed and who decided them. */
export function History({ changes, view: { at } }: { changes: readonly SettingChange[]; view: AdminView }) {
  const columns: Column<SettingChange>[] = [
    {
      key: "when",
      head: text.when,
      isHiddenOnPhone: true,
      cell: (change) => <span className="num">{at(change.at)}</span>,
    },
    {
      key: "what",
      head: text.what,
      isRowHead: true,
      cell: ({ key, trader }) => (
        <Wrapped>{trader ? `${text.setting[key].name}, ${trader.name}` : text.setting[key].name}</Wrapped>
      ),
    },
    {
      key: "from",
      head: text.from,
      isHiddenOnNarrow: true,
      cell: ({ key, before, isFirst }) => (isFirst ? text.firstValue : <Wrapped>{settingWords(key, before)}</Wrapped>),
    },
    { key: "to", head: text.to, cell: ({ key, value }) => <Wrapped>{settingWords(key, value)}</Wrapped> },
    { key: "by", head: text.by, isHiddenOnNarrow: true, cell: ({ by }) => by },
    {
      key: "state",
      head: text.result,
      isHiddenOnPhone: true,
      cell: (change) => <Wrapped>{stateWords(change)}</Wrapped>,
    },
  ];
  return (
    <Table
      caption={text.history}
      columns={columns}
      rows={changes}
      rowKey={({ _id }) => _id}
      empty={
        <Text size="dense" tone="muted" pad="12px 20px" phone={{ pad: "12px 16px" }}>
          {text.historyEmpty}
        </Text>
      }
    />
  );
}

function Wrapped({ children }: { children: string }) {
  return (
    <Text as="span" breaks="usual">
      {children}
    </Text>
  );
}

function stateWords({ state, decidedBy }: SettingChange): string {
  return state === "proposed" ? text.state.proposed : text.state[state](decidedBy ?? "");
}

function Skeletons() {
  return (
    <Loading label={text.loading}>
      <PageColumn maxWidth={960} margin="0">
        {[150, 210, 150, 320].map((height, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
          <Card key={place}>
            <Skeleton width="100%" height={height} />
          </Card>
        ))}
      </PageColumn>
    </Loading>
  );
}
