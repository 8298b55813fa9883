import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { useLocation } from "wouter";
import { loadFailure } from "../state/load-failure.ts";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { useQuery } from "../state/use-query.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon, Moon, X } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { LoadedList } from "../ui/list/loaded-list.tsx";
import { LoadingMovementRows } from "../ui/list/movement-rows.tsx";
import { appear } from "../ui/motion.ts";
import { TextLink } from "../ui/text-link.tsx";
import { tint, type } from "../ui/theme.ts";
import { toast } from "../ui/toast/toast.ts";
import { markRead } from "./notification-calls.ts";
import { NotificationList, useNotifications } from "./notification-list.tsx";
import { minuteWords, SETTINGS } from "./notification-settings.ts";
import { notificationsText as text } from "./notifications-text.ts";
import { SettingsLink } from "./settings-link.tsx";

const Frame = styled("section")`
  position: fixed;
  top: calc(var(--top-bar, 0px) + 72px);
  right: 24px;
  bottom: calc(var(--bottom-bar, 0px) + 24px);
  display: flex;
  flex-direction: column;
  width: min(424px, calc(100vw - 48px));
  border: 1px solid var(--control);
  border-radius: var(--radius-card);
  background: var(--surface);
  box-shadow: var(--shadow);
  color: var(--text);
  animation: ${appear} var(--motion);
  &:focus {
    outline: none;
  }
  & > header,
  & > footer {
    ${type.dense}
    display: flex;
    align-items: center;
    gap: 8px;
    flex: none;
    min-height: 52px;
    padding: 0 12px 0 20px;
    border-bottom: 1px solid var(--line);
  }
  & > header > h2 {
    ${type.lead}
    margin-right: auto;
    font-weight: 600;
  }
  & > header > h2 > small {
    ${type.caption}
    margin-left: 10px;
    padding: 2px 8px;
    border-radius: var(--radius-badge);
    background: ${tint("accent", 14)};
    font-weight: 500;
  }
  & > footer {
    ${type.caption}
    min-height: 48px;
    padding-right: 20px;
    border-top: 1px solid var(--line);
    border-bottom: 0;
    color: var(--muted);
  }
  & > footer > span {
    flex: 1;
  }
  & > div {
    flex: 1;
    overflow-y: auto;
    overscroll-behavior: contain;
  }
`;

/** The newest notifications over the page, from the bell. Opening it marks nothing. */
export function NotificationsPanel({ bell, onClose }: { bell: RefObject<HTMLElement | null>; onClose: () => void }) {
  useSignals();
  const titleId = useId();
  const frame = useRef<HTMLElement>(null);
  const { value, atMs, isLoading, error, refetch } = useNotifications("all");
  const settings = useQuery(SETTINGS).value;
  const person = user.value;
  useClosing(frame, bell, onClose);
  if (!person) return null;
  const newest = value?.rows[0];
  const quiet = settings?.quietHours;
  return (
    <Frame ref={frame} role="dialog" aria-labelledby={titleId} tabIndex={-1}>
      <header>
        <h2 id={titleId}>
          {text.heading}
          {value && value.unread > 0 ? <small>{text.isNew(String(value.unread))}</small> : null}
        </h2>
        <Button
          size="dense"
          variant="plain"
          disabled={!newest || value?.unread === 0}
          onClick={() => newest && markRead({ upTo: newest.id }).catch(() => toast.error(text.failedToMark))}
        >
          {text.markAll}
        </Button>
        <SettingsLink />
        <IconButton icon={X} size="dense" label={text.close} onClick={onClose} />
      </header>
      <div>
        <LoadedList
          items={value?.rows ?? null}
          atMs={atMs}
          isLoading={isLoading}
          error={loadFailure(error, text.failure)}
          onReload={() => void refetch()}
          placeholder={<LoadingMovementRows label={text.loading} count={6} />}
          empty={<EmptyState title={text.empty.title} text={text.empty.text} />}
        >
          {(rows) => <NotificationList rows={rows} timeZone={person.timeZone} />}
        </LoadedList>
      </div>
      <footer>
        <Icon of={Moon} />
        <span>
          {quiet ? text.quietFromTo(minuteWords(quiet.from), minuteWords(quiet.to)) : settings && text.quietOff}
        </span>
        <TextLink href={ROUTE.notifications} tone="accent">
          {text.seeAll}
        </TextLink>
      </footer>
    </Frame>
  );
}

/** Takes the focus, and closes on Esc, on a press or the focus elsewhere, and when another page opens. */
function useClosing(frame: RefObject<HTMLElement | null>, bell: RefObject<HTMLElement | null>, onClose: () => void) {
  const [path] = useLocation();
  const close = useEffectEvent(onClose);
  const opened = useRef(path);
  useEffect(() => {
    if (opened.current !== path) close();
  }, [path]);

  useLayoutEffect(() => frame.current?.focus({ preventScroll: true }), [frame]);

  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const isWithin = (target: EventTarget | null) =>
      target instanceof Node && (frame.current?.contains(target) === true || bell.current?.contains(target) === true);
    // With the focus elsewhere, it would hide what has it.
    for (const event of ["pointerdown", "focusin"] as const)
      document.addEventListener(event, ({ target }) => isWithin(target) || close(), { capture: true, signal });
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("[data-modal]")) return;
        event.preventDefault();
        close();
        bell.current?.focus();
      },
      { signal },
    );
    return () => listeners.abort();
  }, [frame, bell]);
}
