import type { Channel, DeliveryState } from "../../worker/contract/channels.ts";
import type { ChannelsView } from "../../worker/contract/channels-view.ts";
import type { NotificationSettings } from "../../worker/contract/notifications.ts";
import { settingsPath } from "../state/routes.ts";
import { useQuery } from "../state/use-query.ts";
import { Icon, TriangleAlert } from "../ui/icon.tsx";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { CHANNELS } from "./channel-calls.ts";
import { type Reach, reachOf, shownOrder, whyWords } from "./channel-order.ts";
import { channelsOfAlertText as text } from "./channels-of-alert-text.ts";
import { SETTINGS } from "./notification-settings.ts";

/** A channel that an alert tells by, and why it does not reach its trader now; null where it does. */
export type ToldBy = { channel: Channel; name: string; fault: string | null };

/** By which channels alerts tell, in the order of their turns; null before it is known. */
export function useChannelsOfAlerts(): ToldBy[] | null {
  const channels = useQuery(CHANNELS).value;
  const settings = useQuery(SETTINGS).value;
  return (
    channels &&
    settings &&
    toldBy(channels, settings).map(({ channel, reach }) => {
      const name = text.names[channel];
      return { channel, name, fault: reach.state === "broken" ? faultWords(channel, reach.last) : null };
    })
  );
}

function faultWords(channel: Channel, last: DeliveryState | null): string {
  const name = text.names[channel];
  if (last?.state === "failed") return text.failed(name, whyWords(channel, last.status));
  return (last?.state === "silent" ? text.silent : text.ended)(name);
}

/** By which channels an alert will tell its trader, and which of them does not reach them. */
export function ChannelsOfAlert() {
  const told = useChannelsOfAlerts() ?? [];
  return (
    <Stack gap={4}>
      <Row justify="space-between" gap={8} align="baseline">
        <Text size="caption" tone="muted" breaks="never">
          {text.label}
        </Text>
        <Text size="caption" textAlign="right">
          {/* Before it is known, only what is always true. */}
          {told.length > 0 ? text.inTurn(told.map(({ name }) => name)) : text.inPage}{" "}
          <TextLink href={settingsPath("notifications")}>{text.change}</TextLink>
        </Text>
      </Row>
      {told.map(({ channel, fault }) => fault && <Fault key={channel} words={fault} />)}
    </Stack>
  );
}

/** What is wrong with a channel, with its sign. */
export function Fault({ words }: { words: string }) {
  return (
    <Row gap={6} size="caption" tone="warn">
      <Icon of={TriangleAlert} size={14} />
      <span>{words}</span>
    </Row>
  );
}

/** The channels that are on for alerts, in the order of their turns. */
function toldBy(channels: ChannelsView, settings: NotificationSettings) {
  const reach = reachOf(channels, settings);
  const isOn = { ...mapped(settings), email: settings.email && settings.alert };
  return shownOrder(settings.channels.order, channels)
    .filter((channel) => isOn[channel] && reach[channel].state !== "off")
    .map((channel): { channel: typeof channel; reach: Reach } => ({ channel, reach: reach[channel] }));
}

const mapped = ({ channels: { push, telegram } }: NotificationSettings) => ({
  push: push.alert,
  telegram: telegram.alert,
});
