import { styled } from "goober";
import { type KeyboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Channel } from "../../worker/contract/channels.ts";
import type { ChannelsView } from "../../worker/contract/channels-view.ts";
import type { User } from "../state/api.ts";
import { loadFailure } from "../state/load-failure.ts";
import { useQuery } from "../state/use-query.ts";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/card.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { GripVertical, Icon, Mail, Monitor } from "../ui/icon.tsx";
import { Stack } from "../ui/layout.tsx";
import { draggedRow } from "../ui/list/dragged-row.ts";
import { useRowDrag } from "../ui/list/use-row-drag.ts";
import { LiveRegion } from "../ui/live-region.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { StaleLine } from "../ui/stale-line.tsx";
import { media, tint } from "../ui/theme.ts";
import { CHANNELS } from "./channel-calls.ts";
import { movedOrder, shownOrder } from "./channel-order.ts";
import { ChannelRow } from "./channel-row.tsx";
import { channelsText as text } from "./channels-text.ts";
import { SETTINGS } from "./notification-settings.ts";
import { PushRows } from "./push-rows.tsx";
import { saveSetting } from "./save-setting.ts";
import { TelegramRow } from "./telegram-row.tsx";
import { useTest } from "./test-button.tsx";

const Rows = styled("ol")`
  ${draggedRow}
  & > li {
    position: relative;
    border-top: 1px solid ${tint("line", 60)};
    background: var(--surface);
  }
  & > li > [data-grip] {
    position: absolute;
    top: 14px;
    left: 0;
    display: grid;
    place-items: center;
    width: 20px;
    height: 32px;
    border-radius: var(--radius-control);
    color: var(--control);
    cursor: grab;
    touch-action: none;
  }
  & > li > [data-grip]:hover,
  & > li > [data-grip]:focus-visible {
    color: var(--text);
  }
  & > li > [data-grip]:focus-visible {
    outline-offset: -2px;
  }
  ${media.phone} {
    & > li > [data-grip] {
      width: 16px;
    }
  }
`;

/** Where a person is told: in the page always, and by what takes over from what, in an order that they drag. */
export function ChannelsCard({ person }: { person: User }) {
  const { value, atMs, error, isLoading, refetch } = useQuery(CHANNELS);
  const failure = loadFailure(error, text.failure);
  return (
    <Panel title={text.where}>
      {value && failure && <StaleLine atMs={atMs}>{failure.title}</StaleLine>}
      <ChannelRow
        icon={Monitor}
        title={text.inPage.title}
        name={text.inPage.name}
        said={{ tone: "muted", words: text.inPage.line, isSilent: true }}
      />
      {value ? (
        <Channels channels={value} person={person} />
      ) : failure ? (
        <ErrorState {...failure} isRetrying={isLoading} onRetry={() => void refetch()} />
      ) : (
        <Loading label={text.loading}>
          <Stack gap={20} pad={20}>
            {["first", "second"].map((name) => (
              <Skeleton key={name} width="100%" height={40} />
            ))}
          </Stack>
        </Loading>
      )}
    </Panel>
  );
}

function Channels({ channels, person }: { channels: ChannelsView; person: User }) {
  const chosen = useQuery(SETTINGS).value?.channels.order;
  const rows = useRef<HTMLOListElement>(null);
  const [said, say] = useState("");
  const order = shownOrder(chosen ?? channels.order, channels);
  useRowDrag(rows, order.length > 1 ? move : null);

  function move(from: number, to: number) {
    const channel = order[from];
    if (channel === undefined || to < 0 || to >= order.length) return;
    saveSetting({ channels: { order: movedOrder(order, from, to) } });
    say(text.moved(text.names[channel], to + 1, order.length));
  }

  function onGripKey(event: KeyboardEvent<HTMLButtonElement>, from: number) {
    const to = { ArrowUp: from - 1, ArrowDown: from + 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const grip = event.currentTarget;
    flushSync(() => move(from, to));
    // A browser takes the focus from what moves in the document.
    grip.focus();
  }

  return (
    <>
      <Rows ref={rows} aria-label={text.order}>
        {order.map((channel, index) => (
          <li key={channel} data-channel={channel}>
            {order.length > 1 && (
              <button
                type="button"
                data-grip=""
                aria-label={text.grip(text.names[channel], index + 1, order.length)}
                onKeyDown={(event) => onGripKey(event, index)}
              >
                <Icon of={GripVertical} size={14} />
              </button>
            )}
            <RowsOf channel={channel} channels={channels} person={person} />
          </li>
        ))}
      </Rows>
      <LiveRegion>{said}</LiveRegion>
    </>
  );
}

type RowsOfProps = { channel: Channel; channels: ChannelsView; person: User };

function RowsOf({ channel, channels: { push, telegram, email }, person: { timeZone } }: RowsOfProps) {
  if (channel === "email") return <EmailRow {...email} timeZone={timeZone} />;
  if (channel === "telegram") return telegram && <TelegramRow telegram={telegram} timeZone={timeZone} />;
  return push.publicKey === null ? null : (
    <PushRows push={{ ...push, publicKey: push.publicKey }} timeZone={timeZone} />
  );
}

function EmailRow({ address, last, timeZone }: ChannelsView["email"] & { timeZone: string }) {
  const isOn = useQuery(SETTINGS).value?.email ?? true;
  const { said, button } = useTest({ tested: { channel: "email" }, last, timeZone });
  if (!isOn) {
    return (
      <ChannelRow icon={Mail} title={text.names.email} name={address} said={{ tone: "muted", words: text.email.off }}>
        <Button size="dense" onClick={() => saveSetting({ email: true })}>
          {text.email.turnOn}
        </Button>
      </ChannelRow>
    );
  }
  return (
    <ChannelRow
      icon={Mail}
      title={text.names.email}
      name={address}
      said={said}
      menu={{
        label: text.more(text.names.email),
        items: [{ key: "off", content: text.email.turnOff, onChoose: () => saveSetting({ email: false }) }],
      }}
    >
      {button}
    </ChannelRow>
  );
}
