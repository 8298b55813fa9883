import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { User } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { logOut } from "../state/session.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { LogOut } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Logo } from "../ui/logo.tsx";
import { TabLinks } from "../ui/tabs.tsx";
import { media, type } from "../ui/theme.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import { ADMIN_SECTIONS, type AdminSection, sectionLink } from "./admin-sections.ts";
import { queues } from "./core/admin-polling.ts";
import { ADMIN_TEXT } from "./core/admin-text.ts";
import { ButtonKey } from "./core/key-cap.tsx";
import { sendAllNow } from "./core/pending-actions.ts";
import { StepUpClock } from "./core/step-up-clock.tsx";
import { PeopleSearch } from "./users/people-search.tsx";

const Bar = styled("header")`
  display: grid;
  grid-template: "brand sections person" 48px / auto minmax(0, max-content) minmax(min-content, 1fr);
  align-items: center;
  flex: none;
  position: relative;
  gap: 0 16px;
  padding: 0 20px;
  background: var(--surface);
  border-bottom: 1px solid var(--line);
  & > nav {
    grid-area: sections;
    box-shadow: none;
  }
  & > nav {
    gap: 16px;
  }
  & > nav > a {
    ${type.dense}
    height: 48px;
  }
  ${media.narrow} {
    grid-template: "brand person" 48px "sections sections" 44px / minmax(0, 1fr) auto;
    & > nav {
      gap: 10px;
    }
    & > nav > a {
      gap: 4px;
      height: 44px;
    }
  }
  ${media.phone} {
    padding: 0 16px;
  }
`;

const Brand = styled("a")`
  ${type.body}
  grid-area: brand;
  display: flex;
  align-items: baseline;
  gap: 8px;
  justify-self: start;
  border-radius: 4px;
  color: var(--muted);
  & > span {
    align-self: center;
  }
`;

const Person = styled("div")`
  ${type.dense}
  grid-area: person;
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 6px;
  min-width: 0;
  font-weight: 500;
`;

/** A label that only the widest screens have room for; screen readers read it on all of them. */
const Word = styled("span")`
  @media (max-width: 1679px) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

const OnKeyboards = styled("span")`
  display: contents;
  ${media.touch} {
    display: none;
  }
`;

type AdminBarProps = { current: AdminSection; admin: User; onKeys: () => void };

/** The bar above the admin screens: the sections with their counts of open items, and the signed-in admin. */
export function AdminBar({ current, admin, onKeys }: AdminBarProps) {
  useSignals();
  return (
    <Bar>
      <Brand href={ROUTE.admin}>
        <Logo />
        <span>{ADMIN_TEXT.brand}</span>
      </Brand>
      <TabLinks
        label={ADMIN_TEXT.sections}
        items={ADMIN_SECTIONS.map((section) => ({
          label: section.label,
          isCurrent: section.key === current.key,
          ...sectionLink(section, queues.value),
        }))}
      />
      <Person>
        <PeopleSearch />
        <StepUpClock />
        <OnKeyboards>
          <Button variant="plain" size="dense" aria-keyshortcuts="?" onClick={onKeys}>
            <ButtonKey>?</ButtonKey>
            <Word>{ADMIN_TEXT.keys}</Word>
          </Button>
        </OnKeyboards>
        <Avatar person={admin} size={28} />
        <Word>{admin.name}</Word>
        <Tooltip side="bottom" content={ADMIN_TEXT.logOut}>
          <IconButton icon={LogOut} label={ADMIN_TEXT.logOut} size="dense" onClick={() => void leave()} />
        </Tooltip>
      </Person>
    </Bar>
  );
}

/** Sends the pending actions, then logs out. If one of them is refused, the admin stays to see it. */
async function leave(): Promise<void> {
  if (await sendAllNow()) await logOut();
}
