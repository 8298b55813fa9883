import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useReducer } from "react";
import type { ChannelsView, PushBrowser } from "../../worker/contract/channels-view.ts";
import { Button } from "../ui/button.tsx";
import { formatDay, formatTime } from "../ui/format.ts";
import { Smartphone } from "../ui/icon.tsx";
import { toast } from "../ui/toast/toast.ts";
import { unsubscribe } from "./channel-calls.ts";
import { ChannelRow } from "./channel-row.tsx";
import { channelsText } from "./channels-text.ts";
import type { Said } from "./delivery-words.ts";
import { forgetPushHere, pushAbility, turnPushOn } from "./push-here.ts";
import { useTest } from "./test-button.tsx";
import { turnOnFailure, useTurnOn } from "./turn-push-on.ts";
import { removals, removeWithUndo, tellUndo } from "./undoable.tsx";

const text = channelsText.push;

type PushRowsProps = { push: ChannelsView["push"] & { publicKey: string }; timeZone: string };

/** The browsers that show pushes: this one first, with the way to turn them on, then those of other devices. */
export function PushRows({ push: { publicKey, browsers }, timeZone }: PushRowsProps) {
  useSignals();
  const own = browsers.find(({ isThis, endedAt }) => isThis && endedAt === null) ?? endedHere(browsers);
  const others = browsers.filter(
    (one) => !one.isThis && (one.endedAt === null || one.endedStatus !== null) && !removals.value.has(nameOf(one)),
  );
  return (
    <>
      {own && own.endedAt === null ? (
        <OwnRow browser={own} publicKey={publicKey} timeZone={timeZone} />
      ) : (
        <OffRow ended={own} publicKey={publicKey} timeZone={timeZone} />
      )}
      {others.map((browser) => (
        <OtherRow key={browser.id} browser={browser} timeZone={timeZone} />
      ))}
    </>
  );
}

/** The subscription of this browser that its push service has ended last. */
function endedHere(browsers: readonly PushBrowser[]): PushBrowser | undefined {
  return browsers.filter(({ isThis, endedStatus }) => isThis && endedStatus !== null).sort((a, b) => b.id - a.id)[0];
}

const nameOf = ({ id }: PushBrowser) => `browser ${id}`;

type RowProps = { browser: PushBrowser; timeZone: string };

/** This browser, while it takes pushes. */
function OwnRow({ browser, publicKey, timeZone }: RowProps & { publicKey: string }) {
  const ability = usePushAbility();
  const { id, name, since, last } = browser;
  const { said, button } = useTest({ tested: { channel: "push", browser: id }, last, timeZone });
  const isDenied = ability === "denied";
  async function turnOff() {
    try {
      await unsubscribe(id);
      await forgetPushHere();
      tellUndo(nameOf(browser), text.removed(name), () => {
        turnPushOn(publicKey, { isAnew: false }).catch((error: unknown) => toast.error(turnOnFailure(error)));
      });
    } catch (error) {
      console.warn("push not turned off", error);
      toast.error(channelsText.notChanged);
    }
  }
  return (
    <ChannelRow
      icon={Smartphone}
      title={channelsText.names.push}
      name={channelsText.since(channelsText.here(name), formatDay(since, timeZone))}
      said={isDenied ? { tone: "warn", words: text.denied } : said}
      menu={{
        label: channelsText.more(name),
        items: [{ key: "off", content: text.turnOff, onChoose: () => void turnOff() }],
      }}
    >
      {!isDenied && button}
    </ChannelRow>
  );
}

type OffRowProps = { ended: PushBrowser | undefined; publicKey: string; timeZone: string };

/** This browser, while it takes none: the way to turn them on, or what is in the way. */
function OffRow({ ended, publicKey, timeZone }: OffRowProps) {
  const ability = usePushAbility();
  const { submit, isSending } = useTurnOn(publicKey, ended !== undefined);
  const canTurnOn = ability === "to_ask" || ability === "allowed";
  return (
    <ChannelRow icon={Smartphone} title={channelsText.names.push} said={offWords(ability, ended, timeZone)}>
      {canTurnOn && (
        <Button size="dense" variant={ended ? "accent" : "neutral"} isLoading={isSending} onClick={() => void submit()}>
          {isSending ? text.turningOn : ended ? text.turnOnAgain : text.turnOn}
        </Button>
      )}
    </ChannelRow>
  );
}

function offWords(ability: ReturnType<typeof pushAbility>, ended: PushBrowser | undefined, timeZone: string): Said {
  if (ability === "unsupported") return { tone: "muted", words: text.unsupported };
  if (ability === "needs_install") return { tone: "muted", words: text.needsInstall };
  if (ability === "denied") return { tone: "warn", words: text.denied };
  return ended ? { tone: "warn", words: endedWords(ended, timeZone) } : { tone: "muted", words: text.off };
}

function endedWords({ name, endedAt, endedStatus }: PushBrowser, timeZone: string): string {
  const at = formatTime(endedAt ?? 0, timeZone);
  return endedStatus === null ? text.ended(at) : text.endedBy(name, at, endedStatus);
}

/** A browser of another device, or of another session. */
function OtherRow({ browser, timeZone }: RowProps) {
  const { id, name, since, last, endedAt } = browser;
  const { said, button } = useTest({ tested: { channel: "push", browser: id }, last, timeZone });
  const hasEnded = endedAt !== null;
  const ended: Said = { tone: "warn", words: `${endedWords(browser, timeZone)}. ${text.elsewhere}` };
  return (
    <ChannelRow
      icon={null}
      title={name}
      name={channelsText.sinceDay(formatDay(since, timeZone))}
      said={hasEnded ? ended : said}
      menu={
        hasEnded
          ? undefined
          : {
              label: channelsText.more(name),
              items: [
                {
                  key: "remove",
                  content: text.remove,
                  onChoose: () => removeWithUndo(nameOf(browser), text.removed(name), () => unsubscribe(id)),
                },
              ],
            }
      }
    >
      {!hasEnded && button}
    </ChannelRow>
  );
}

/** What this browser can, also after its person has changed that in its settings. */
function usePushAbility() {
  const [, look] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    // Not every browser tells of it: coming back to the page is the other moment.
    document.addEventListener("visibilitychange", look, { signal });
    navigator.permissions
      ?.query({ name: "notifications" })
      .then((status) => status.addEventListener("change", look, { signal }))
      .catch(() => {});
    return () => listeners.abort();
  }, []);
  return pushAbility();
}
