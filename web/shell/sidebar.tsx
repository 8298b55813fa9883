import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { Link, useLocation } from "wouter";
import type { User } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { logOut, user } from "../state/session.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Icon, LogOut } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { MailAddress } from "../ui/mail-address.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { isCurrent, NAVIGATION, type NavigationItem } from "./navigation.ts";
import { shellText } from "./shell-text.ts";

const Column = styled("div")`
  display: flex;
  flex-direction: column;
  height: 100%;
  background: var(--surface);
  border-right: 1px solid var(--line);
  overflow-y: auto;
`;

const Brand = styled("div")`
  display: flex;
  align-items: center;
  flex: none;
  height: 64px;
  padding: 0 24px;
  & > a {
    border-radius: 4px;
  }
  ${media.phone} {
    height: 56px;
  }
`;

const Items = styled("nav")`
  flex: 1;
  padding: 8px 12px;
  & > ul {
    display: flex;
    flex-direction: column;
    gap: 2px;
  }
`;

/** The style of an item, shared by links and buttons. */
const item = `
  ${type.body}
  position: relative;
  display: flex;
  align-items: center;
  gap: 12px;
  width: 100%;
  min-height: 36px;
  padding: 0 12px;
  border-radius: var(--radius-control);
  color: var(--muted);
  font-weight: 500;
  transition: color var(--motion), background-color var(--motion);
  &:hover { color: var(--text); background: ${tint("text", 5)}; }
  &:focus-visible { outline-offset: -2px; }
  &[aria-current="page"] { color: var(--text); background: var(--raised); }
  &[aria-current="page"]::before {
    content: "";
    position: absolute;
    inset: 8px auto 8px 0;
    width: 2px;
    border-radius: 1px;
    background: var(--accent);
  }
  &[aria-current="page"] > svg { color: var(--accent); }
  ${media.touch} { min-height: 44px; }
`;

const ItemLink = styled("a")(item);
const ItemButton = styled("button")(item);

const Foot = styled("section")`
  flex: none;
  padding: 8px 12px 12px;
`;

const Person = styled("div")`
  display: flex;
  align-items: center;
  gap: 12px;
  margin-top: 8px;
  padding: 16px 12px 4px;
  border-top: 1px solid var(--line);
`;

const Names = styled("div")`
  min-width: 0;
  overflow-wrap: anywhere;
  & > b {
    ${type.dense}
    display: block;
    font-weight: 600;
  }
  & > span {
    ${type.caption}
    display: block;
    color: var(--muted);
  }
`;

type SidebarProps = {
  /** Called when an item was chosen. */
  onChoose?: () => void;
};

/** Brand, navigation, log-out and the person; used beside the page and over it. */
export function Sidebar({ onChoose }: SidebarProps) {
  useSignals();
  const [path] = useLocation();
  return (
    <Column>
      <Brand>
        <Link href={ROUTE.dashboard} onClick={() => onChoose?.()}>
          <Logo height={24} />
        </Link>
      </Brand>
      <Items aria-label={shellText.navigation}>
        <ul>
          {NAVIGATION.map((place) => (
            <li key={place.href}>
              <Item place={place} isCurrent={isCurrent(place, path)} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      </Items>
      <Foot aria-label={shellText.you}>
        <ItemButton type="button" onClick={() => void logOut()}>
          <Icon of={LogOut} size={20} />
          {shellText.logOut}
        </ItemButton>
        {user.value && <PersonLine person={user.value} />}
      </Foot>
    </Column>
  );
}

type ItemProps = { place: NavigationItem; isCurrent: boolean; onChoose: (() => void) | undefined };

function Item({ place, isCurrent, onChoose }: ItemProps) {
  return (
    <Link href={place.href} asChild onClick={() => onChoose?.()}>
      <ItemLink href={place.href} aria-current={isCurrent ? "page" : undefined}>
        <Icon of={place.icon} size={20} />
        {place.label}
      </ItemLink>
    </Link>
  );
}

function PersonLine({ person }: { person: User }) {
  return (
    <Person>
      <Avatar person={person} />
      <Names>
        <b>{person.username || person.name}</b>
        <span>
          <MailAddress of={person.email} />
        </span>
      </Names>
    </Person>
  );
}
