import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useState } from "react";
import { DELIVERY } from "../../worker/contract/channels.ts";
import type { ChannelsView } from "../../worker/contract/channels-view.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { invalidate } from "../state/query.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { Button } from "../ui/button.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { formatCountdown, formatDay } from "../ui/format.ts";
import { Send } from "../ui/icon.tsx";
import { toast } from "../ui/toast/toast.ts";
import { useNow } from "../ui/use-now.ts";
import {
  CHANNELS,
  confirmTelegram,
  dropTelegramLink,
  makeTelegramLink,
  showSums,
  unlinkTelegram,
} from "./channel-calls.ts";
import { ChannelRow } from "./channel-row.tsx";
import { channelsText } from "./channels-text.ts";
import { useTest } from "./test-button.tsx";
import { finishRemoval, removals, removeWithUndo } from "./undoable.tsx";

const TelegramLink = lazyPage(async () => (await import("./telegram-link.tsx")).TelegramLink);

const text = channelsText.telegram;

type Telegram = NonNullable<ChannelsView["telegram"]>;
type TelegramRowProps = { telegram: Telegram; timeZone: string };

/** Telegram: the way to link it, or what it is linked to. */
export function TelegramRow({ telegram, timeZone }: TelegramRowProps) {
  useSignals();
  const link = removals.value.has("telegram") ? null : telegram.link;
  const [made, setMade] = useState<MadeLink | null>(null);
  const [seenId, setSeenId] = useState<string | null>(null);
  const { pending } = telegram;
  if (pending && pending.id !== seenId) setSeenId(pending.id);
  // Once it is linked, here or on another device, the code is worth nothing.
  const isUsed = link !== null && !link.isBlocked;
  if (made && (isUsed || isGivenUp(made, pending, seenId))) setMade(null);
  const { submit, isSending } = useSubmit({
    async send() {
      // A chat that is linked from now on is not the one that was unlinked a moment ago.
      await finishRemoval("telegram");
      return makeTelegramLink();
    },
    onDone: setMade,
    explain(error) {
      toast.error(problemOf(error, text.notLinked).message);
      return null;
    },
  });
  const make = () => void submit();
  return (
    <>
      {telegram.pending?.name != null && <OpenedRow {...telegram.pending} name={telegram.pending.name} />}
      {link && !link.isBlocked ? (
        <LinkedRow link={link} timeZone={timeZone} />
      ) : (
        !telegram.pending?.name && (
          <UnlinkedRow link={link} pending={telegram.pending} isSending={isSending} onLink={make} />
        )
      )}
      {made && !telegram.pending?.name && (
        <Suspense fallback={null}>
          <TelegramLink {...made} isMaking={isSending} onAnother={make} onClose={() => setMade(null)} />
        </Suspense>
      )}
    </>
  );
}

type MadeLink = { id: string; url: string; expiresAt: string };

/** Whether a link that was made here is valid no longer, because another one was made elsewhere or this one was given up. */
function isGivenUp({ id, expiresAt }: MadeLink, pending: Telegram["pending"], seenId: string | null): boolean {
  if (pending) return pending.id !== id && Date.parse(pending.expiresAt) > Date.parse(expiresAt);
  // One that has expired says so itself.
  return seenId === id && Date.parse(expiresAt) > Date.now();
}

/** Somebody has opened the deep link: only this person knows whether it was they. */
function OpenedRow({ id, name }: { id: string; name: string }) {
  const explain = (error: unknown) => {
    toast.error(problemOf(error, text.notLinked).message);
    void invalidate(CHANNELS.key);
    return null;
  };
  const confirm = useSubmit({
    send: () => confirmTelegram(id),
    onDone: () => toast.success(text.linked(name)),
    explain,
  });
  const drop = useSubmit({ send: dropTelegramLink, explain });
  return (
    <ChannelRow icon={Send} title={channelsText.names.telegram} said={{ tone: "muted", words: text.isItYou(name) }}>
      <Button
        size="dense"
        variant="plain"
        isLoading={drop.isSending}
        disabled={confirm.isSending}
        onClick={() => void drop.submit()}
      >
        {text.notMe}
      </Button>
      <Button
        size="dense"
        variant="accent"
        isLoading={confirm.isSending}
        disabled={drop.isSending}
        onClick={() => void confirm.submit()}
      >
        {text.confirm}
      </Button>
    </ChannelRow>
  );
}

type UnlinkedRowProps = {
  link: Telegram["link"];
  pending: Telegram["pending"];
  isSending: boolean;
  onLink: () => void;
};

function UnlinkedRow({ link, pending, isSending, onLink }: UnlinkedRowProps) {
  const leftMs = useLeft(pending?.expiresAt ?? null);
  const words = leftMs > 0 ? text.waits(formatCountdown(leftMs)) : link ? text.blocked : text.none;
  return (
    <ChannelRow
      icon={Send}
      title={channelsText.names.telegram}
      {...(link && { name: link.name })}
      // A countdown that is read out each second would say nothing else.
      said={{ tone: link && leftMs <= 0 ? "warn" : "muted", words, isSilent: leftMs > 0 }}
    >
      <Button size="dense" isLoading={isSending} onClick={onLink}>
        {isSending ? text.linking : link ? text.linkAgain : text.link}
      </Button>
    </ChannelRow>
  );
}

/** How long something is valid still, in ms; 0 for what is not. */
function useLeft(expiresAt: string | null): number {
  const nowMs = useNow(expiresAt === null ? null : 1_000);
  // The clock of the API may be ahead.
  return expiresAt === null ? 0 : Math.min(DELIVERY.linkMs, Math.max(0, Date.parse(expiresAt) - nowMs));
}

function LinkedRow({ link, timeZone }: { link: NonNullable<Telegram["link"]>; timeZone: string }) {
  const { said, button } = useTest({ tested: { channel: "telegram" }, last: link.last, timeZone });
  const [wanted, setWanted] = useState<boolean | null>(null);
  async function chooseSums(next: boolean) {
    setWanted(next);
    try {
      await showSums(next);
    } catch (error) {
      console.warn("sums not switched", error);
      toast.error(channelsText.notChanged);
    } finally {
      setWanted(null);
    }
  }
  return (
    <>
      <ChannelRow
        icon={Send}
        title={channelsText.names.telegram}
        name={channelsText.since(link.name, formatDay(link.since, timeZone))}
        said={said}
        menu={{
          label: channelsText.more(channelsText.names.telegram),
          items: [
            {
              key: "unlink",
              content: text.unlink,
              onChoose: () => removeWithUndo("telegram", text.unlinked, unlinkTelegram),
            },
          ],
        }}
      >
        {button}
      </ChannelRow>
      <ChannelRow icon={null} title={text.sums} said={{ tone: "muted", words: text.sumsHint, isSilent: true }}>
        <Switch
          size="cell"
          label={text.sums}
          isOn={wanted ?? link.showsSums}
          disabled={wanted !== null}
          onChange={(next) => void chooseSums(next)}
        />
      </ChannelRow>
    </>
  );
}
