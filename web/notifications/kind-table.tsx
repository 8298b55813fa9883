import { styled } from "goober";
import { useId } from "react";
import {
  CHANNEL_KINDS,
  type Channel,
  type ChannelKind,
  type DeliveryState,
  DIGESTS,
} from "../../worker/contract/channels.ts";
import type { ChannelsView } from "../../worker/contract/channels-view.ts";
import type { NotificationSettings } from "../../worker/contract/notifications.ts";
import { Select } from "../ui/fields/select.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { Icon, type IconGlyph, Lock, Mail, Send, Smartphone, TriangleAlert } from "../ui/icon.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { TextButton } from "../ui/text-button.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { type Reach, reachOf, shownOrder, whyWords } from "./channel-order.ts";
import { channelsText } from "./channels-text.ts";
import { notificationChoicesText as text } from "./notification-choices-text.ts";
import { saveSetting } from "./save-setting.ts";

const Table = styled("table")`
  width: 100%;
  border-collapse: collapse;
  & th,
  & td {
    padding: 0;
    border-bottom: 1px solid ${tint("line", 60)};
    font-weight: 400;
    text-align: center;
  }
  & thead th {
    ${type.caption}
    height: 44px;
    color: var(--muted);
  }
  & thead th > span {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  & thead th[data-reach="on"] {
    color: var(--text);
  }
  & tbody th {
    ${type.dense}
    padding: 10px 8px 10px 20px;
    text-align: start;
  }
  & tbody th > b {
    display: block;
    font-weight: 500;
  }
  & tbody th > small {
    ${type.caption}
    display: block;
    color: var(--muted);
  }
  & tbody td {
    ${type.caption}
    width: 92px;
    color: var(--muted);
    vertical-align: middle;
  }
  & td:last-child,
  & th:last-child {
    padding-right: 8px;
  }
  & td > span {
    display: inline-flex;
    align-items: center;
    gap: 4px;
  }
  & td[data-digest] > div {
    padding: 0 12px 0 8px;
  }
  ${media.phone} {
    & tbody th {
      padding-left: 16px;
    }
    & tbody td {
      width: 68px;
    }
    & thead th > span {
      flex-direction: column;
      gap: 2px;
    }
  }
`;

const ICONS: Readonly<Record<Channel, IconGlyph>> = { email: Mail, push: Smartphone, telegram: Send };
/** From what everybody has to what is added. */
const COLUMNS: readonly Channel[] = ["email", "push", "telegram"];

type KindTableProps = { settings: NotificationSettings; channels: ChannelsView | null };

/** Which kinds go by which channel. In the page is each of them, so it has no column. */
export function KindTable({ settings, channels }: KindTableProps) {
  const reach: Record<Channel, Reach> = channels
    ? reachOf(channels, settings)
    : { email: { state: settings.email ? "on" : "off" }, push: { state: "off" }, telegram: { state: "off" } };
  const order = channels ? shownOrder(settings.channels.order, channels) : ["email" as const];
  const columns = COLUMNS.filter((channel) => order.includes(channel));
  return (
    <>
      <Table>
        <thead>
          <tr>
            <td />
            {columns.map((channel) => (
              <th key={channel} scope="col" data-reach={reach[channel].state}>
                <span>
                  <Icon of={ICONS[channel]} />
                  {channelsText.names[channel]}
                  {reach[channel].state === "broken" && <Icon of={TriangleAlert} size={14} tone="warn" />}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {CHANNEL_KINDS.map((kind) => (
            <tr key={kind}>
              <KindHead name={kind} {...text.kinds[kind]} />
              {columns.map((channel) => (
                <Cell key={channel} {...{ kind, channel, settings }} reach={reach[channel]} />
              ))}
            </tr>
          ))}
          <tr>
            <KindHead name="marketing" {...text.kinds.marketing} />
            <EmailCell isOn={settings.marketing} settings={settings} name="marketing" />
            {columns.slice(1).map((channel) => (
              <td key={channel}>
                <span aria-hidden="true">—</span>
              </td>
            ))}
          </tr>
          <tr>
            <KindHead name="digest" label={text.digest.label} hint={text.digest.hint} />
            <DigestCell settings={settings} columns={columns.length} />
          </tr>
        </tbody>
      </Table>
      <Remarks order={order} reach={reach} />
    </>
  );
}

/** One table on a page: its ids can be fixed. */
const hintId = (name: string) => `kind-${name}`;

function KindHead({ name, label, hint }: { name: string; label: string; hint: string }) {
  return (
    <th scope="row">
      <b>{label}</b>
      <small id={hintId(name)}>{hint}</small>
    </th>
  );
}

type CellProps = { kind: ChannelKind; channel: Channel; settings: NotificationSettings; reach: Reach };

function Cell({ kind, channel, settings, reach }: CellProps) {
  if (channel === "email") {
    if (kind === "security") {
      return (
        <td>
          <span>
            <Icon of={Lock} size={14} />
            {text.always}
          </span>
        </td>
      );
    }
    return <EmailCell isOn={settings[kind]} settings={settings} name={kind} />;
  }
  return (
    <td>
      <Switch
        size="cell"
        label={text.by(text.kinds[kind].label, channelsText.inSentence[channel])}
        describedBy={hintId(kind)}
        isOn={settings.channels[channel][kind]}
        disabled={reach.state === "off"}
        onChange={(isOn) => saveSetting({ channels: { [channel]: { [kind]: isOn } } })}
      />
    </td>
  );
}

type EmailCellProps = {
  name: Exclude<ChannelKind, "security"> | "marketing";
  isOn: boolean;
  settings: NotificationSettings;
};

function EmailCell({ name, isOn, settings }: EmailCellProps) {
  return (
    <td>
      <Switch
        size="cell"
        label={text.by(text.kinds[name].label, channelsText.inSentence.email)}
        describedBy={hintId(name)}
        isOn={isOn && settings.email}
        disabled={!settings.email}
        onChange={(next) => saveSetting({ [name]: next })}
      />
    </td>
  );
}

/** The digest goes by mail alone. */
function DigestCell({ settings, columns }: { settings: NotificationSettings; columns: number }) {
  const id = useId();
  const { digest } = settings.channels;
  return (
    <td colSpan={columns} data-digest="">
      <Box>
        <Select
          id={id}
          size="bare"
          label={text.digest.label}
          value={settings.email ? digest : "off"}
          disabled={!settings.email}
          options={DIGESTS.map((value) => ({ value, label: text.digest.choices[value] }))}
          onChange={(next) => saveSetting({ channels: { digest: next } })}
        />
      </Box>
    </td>
  );
}

/** Which channel takes over from which, and what has to be mended. */
function Remarks({ order, reach }: { order: readonly Channel[]; reach: Readonly<Record<Channel, Reach>> }) {
  const [first, next] = order.filter((channel) => reach[channel].state !== "off");
  const { inSentence: name, takesOver, onlyOne, none } = channelsText;
  const words = !first ? none : next ? takesOver(name[first], name[next]) : onlyOne(name[first]);
  return (
    <>
      <Row gap={8} pad="10px 20px" phone={{ pad: "10px 16px" }} line="bottom">
        <Text as="span" tone="muted">
          <Icon of={first ? ICONS[first] : Mail} size={14} />
        </Text>
        <Text size="caption" tone="muted">
          {words}
        </Text>
      </Row>
      {order.map((channel) => (
        <Mend key={channel} channel={channel} reach={reach[channel]} />
      ))}
    </>
  );
}

/** The way to a channel that is off or broken. */
function Mend({ channel, reach }: { channel: Channel; reach: Reach }) {
  if (reach.state === "on") return null;
  const name = channelsText.names[channel];
  const isBroken = reach.state === "broken";
  return (
    <Row gap={8} pad="10px 20px" phone={{ pad: "10px 16px" }} line="bottom" size="caption" tone="muted">
      <Icon of={isBroken ? TriangleAlert : ICONS[channel]} size={14} tone={isBroken ? "warn" : undefined} />
      <Text as="span" size="caption" grow>
        {isBroken ? brokenWords(channel, reach.last) : text.isOff(name)}
      </Text>
      <TextButton onClick={() => goToChannel(channel)}>
        {(isBroken ? text.mend : text.turnOn)(channelsText.inSentence[channel])}
      </TextButton>
    </Row>
  );
}

/** Why a channel does not reach its person. */
function brokenWords(channel: Channel, last: DeliveryState | null): string {
  const name = channelsText.names[channel];
  if (last?.state === "failed") return text.isBroken(name, whyWords(channel, last.status));
  return last?.state === "silent" ? text.isSilent(name) : text.hasEnded(name);
}

/** Moves the focus to the row of a channel on the same page. */
function goToChannel(channel: Channel): void {
  const row = document.querySelector(`[data-channel="${channel}"]`);
  const target = row?.querySelector<HTMLElement>("button:not([data-grip])");
  target?.focus();
  row?.scrollIntoView({ block: "center" });
}
