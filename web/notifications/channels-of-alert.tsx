import type { ChannelsView } from "../../worker/contract/channels-view.ts";
import type { NotificationSettings } from "../../worker/contract/notifications.ts";
import { settingsPath } from "../state/routes.ts";
import { useQuery } from "../state/use-query.ts";
import { Icon, TriangleAlert } from "../ui/icon.tsx";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { CHANNELS } from "./channel-calls.ts";
import { type Reach, reachOf, shownOrder } from "./channel-order.ts";
import { channelsOfAlertText as text } from "./channels-of-alert-text.ts";
import { SETTINGS } from "./notification-settings.ts";

/** By which channels an alert will tell its trader, and which of them does not reach them. */
export function ChannelsOfAlert() {
  const channels = useQuery(CHANNELS).value;
  const settings = useQuery(SETTINGS).value;
  const told = channels && settings ? toldBy(channels, settings) : [];
  const broken = told.filter(({ reach }) => reach.state === "broken");
  const names = told.map(({ channel }) => text.names[channel]);
  return (
    <Stack gap={4}>
      <Row justify="space-between" gap={8} align="baseline">
        <Text size="caption" tone="muted">
          {text.label}
        </Text>
        <Text size="caption" textAlign="right">
          {/* Before it is known, only what is always true. */}
          {names.length > 0 ? text.inTurn(names) : text.inPage}{" "}
          <TextLink href={settingsPath("notifications")}>{text.change}</TextLink>
        </Text>
      </Row>
      {broken.map(({ channel }) => (
        <Row key={channel} gap={6} size="caption" tone="warn">
          <Icon of={TriangleAlert} size={14} />
          <span>{text.broken(text.names[channel])}</span>
        </Row>
      ))}
    </Stack>
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
