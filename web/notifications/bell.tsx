import { styled } from "goober";
import { Link } from "wouter";
import { ROUTE } from "../state/routes.ts";
import { useQuery } from "../state/use-query.ts";
import { Bell as BellIcon, Icon } from "../ui/icon.tsx";
import { media, type } from "../ui/theme.ts";
import { UNREAD } from "./notification-calls.ts";
import { notificationsText as text } from "./notifications-text.ts";

const COUNT_SHOWN_MAX = 9;

const Anchor = styled("a")`
  position: relative;
  display: grid;
  place-items: center;
  width: 36px;
  height: 36px;
  border-radius: var(--radius-control);
  color: var(--muted);
  &:hover {
    color: var(--text);
  }
  & > b {
    ${type.caption}
    position: absolute;
    top: 0;
    left: 18px;
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
  }
`;

/** The way to the notifications, with how many are unread. */
export function Bell() {
  const unread = useQuery(UNREAD).value ?? 0;
  return (
    <Link href={ROUTE.notifications} asChild>
      <Anchor href={ROUTE.notifications} aria-label={unread === 0 ? text.heading : text.unread(unread)}>
        <Icon of={BellIcon} />
        {unread > 0 && <b aria-hidden="true">{unread > COUNT_SHOWN_MAX ? `${COUNT_SHOWN_MAX}+` : unread}</b>}
      </Anchor>
    </Link>
  );
}
