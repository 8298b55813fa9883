import { styled } from "goober";
import { Suspense, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { lazyPage } from "../state/lazy-page.ts";
import { ROUTE } from "../state/routes.ts";
import { useQuery } from "../state/use-query.ts";
import { Bell as BellIcon, Icon } from "../ui/icon.tsx";
import { media, type } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { UNREAD } from "./notification-calls.ts";
import { notificationsText as text } from "./notifications-text.ts";

const NotificationsPanel = lazyPage(async () => (await import("./panel.tsx")).NotificationsPanel);

const COUNT_SHOWN_MAX = 9;

const Anchor = styled("a")`
  position: relative;
  display: grid;
  place-items: center;
  width: 36px;
  height: 36px;
  border: 1px solid transparent;
  border-radius: var(--radius-control);
  color: var(--muted);
  &:hover {
    color: var(--text);
  }
  &[aria-expanded="true"] {
    border-color: var(--control);
    background: var(--raised);
    color: var(--text);
  }
  /* It grows to the left: what stands at the bell's right keeps its distance. */
  & > b {
    ${type.caption}
    position: absolute;
    top: -4px;
    right: -5px;
    min-width: 18px;
    padding: 0 4px;
    border-radius: var(--radius-badge);
    outline: 2px solid var(--bg);
    background: var(--accent);
    color: var(--on-accent);
    font-weight: 600;
    line-height: 18px;
    text-align: center;
  }
  ${media.touch} {
    width: 44px;
    height: 44px;
    & > b {
      top: 2px;
      right: 0;
    }
  }
`;

/** The way to the notifications, with how many are unread: a panel over the page, and on phones their page. */
export function Bell() {
  const unread = useQuery(UNREAD).value ?? 0;
  const [path] = useLocation();
  const isPhone = useMedia(media.phone);
  const bell = useRef<HTMLAnchorElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const hasPanel = !isPhone && path !== ROUTE.notifications;
  // Its page takes its place: it does not come back with the page before.
  if (isOpen && !hasPanel) setIsOpen(false);
  return (
    <>
      <Link
        href={ROUTE.notifications}
        asChild
        onClick={(event) => {
          if (!hasPanel) return;
          event.preventDefault();
          setIsOpen(!isOpen);
        }}
      >
        <Anchor
          ref={bell}
          href={ROUTE.notifications}
          aria-label={unread === 0 ? text.heading : text.unread(unread)}
          aria-haspopup={hasPanel ? "dialog" : undefined}
          aria-expanded={hasPanel ? isOpen : undefined}
        >
          <Icon of={BellIcon} />
          {unread > 0 && <b aria-hidden="true">{unread > COUNT_SHOWN_MAX ? `${COUNT_SHOWN_MAX}+` : unread}</b>}
        </Anchor>
      </Link>
      {hasPanel && isOpen && (
        <Suspense fallback={null}>
          <NotificationsPanel bell={bell} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
