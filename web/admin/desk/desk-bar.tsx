import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { User } from "../../api.ts";
import { ROUTE } from "../../routes.ts";
import { Avatar } from "../../shell/avatar.tsx";
import { logOut } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { LogOut } from "../../ui/icon.tsx";
import { Logo } from "../../ui/logo.tsx";
import { TabLinks } from "../../ui/tabs.tsx";
import { media, type } from "../../ui/theme.ts";
import { queues } from "./desk-beat.ts";
import { DESK_SECTIONS, type DeskSection, waitingIn } from "./desk-sections.ts";
import { DESK_TEXT } from "./desk-text.ts";
import { sendAllNow } from "./held-acts.ts";
import { ButtonKey } from "./key-cap.tsx";

const Bar = styled("header")`
  display: grid;
  grid-template: "brand sections person" 48px / auto minmax(0, 1fr) auto;
  align-items: center;
  flex: none;
  gap: 0 32px;
  padding: 0 20px;
  background: var(--surface);
  border-bottom: 1px solid var(--line);
  & > nav {
    grid-area: sections;
    box-shadow: none;
  }
  & > nav > a {
    ${type.dense}
    height: 48px;
  }
  ${media.narrow} {
    grid-template: "brand person" 48px "sections sections" 44px / minmax(0, 1fr) auto;
    & > nav > a {
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
  gap: 8px;
  & > [data-name] {
    margin-right: 4px;
    font-weight: 500;
  }
  ${media.phone} {
    & > [data-name] {
      display: none;
    }
  }
`;

const OnKeyboards = styled("span")`
  display: contents;
  ${media.touch} {
    display: none;
  }
`;

type DeskBarProps = { current: DeskSection; admin: User; onKeys: () => void };

/** The line above the desk: its sections with what waits in each, and who sits at it. */
export function DeskBar({ current, admin, onKeys }: DeskBarProps) {
  useSignals();
  return (
    <Bar>
      <Brand href={ROUTE.admin}>
        <Logo />
        <span>{DESK_TEXT.desk}</span>
      </Brand>
      <TabLinks
        label={DESK_TEXT.sections}
        items={DESK_SECTIONS.map(({ key, href, label }) => ({
          ...{ href, label, isCurrent: key === current.key },
          ...waitingIn(key, queues.value),
        }))}
      />
      <Person>
        <OnKeyboards>
          <Button variant="plain" size="dense" aria-keyshortcuts="?" onClick={onKeys}>
            <ButtonKey>?</ButtonKey>
            {DESK_TEXT.keys}
          </Button>
        </OnKeyboards>
        <Avatar person={admin} />
        <span data-name="">{admin.name}</span>
        <Button variant="plain" size="dense" icon={LogOut} onClick={() => void leave()}>
          {DESK_TEXT.logOut}
        </Button>
      </Person>
    </Bar>
  );
}

/** What waits goes out first. Where it is refused, whoever decided it stays to see that. */
async function leave(): Promise<void> {
  if (await sendAllNow()) await logOut();
}
