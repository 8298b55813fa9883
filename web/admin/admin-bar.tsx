import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { User } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { logOut } from "../state/session.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { LogOut } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { ButtonKey } from "../ui/key-cap.tsx";
import { Box, Row } from "../ui/layout.tsx";
import { Logo } from "../ui/logo.tsx";
import { TabLinks } from "../ui/tabs.tsx";
import { media } from "../ui/theme.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import { WidestLabel } from "../ui/visually-hidden.ts";
import { type AdminSection, sectionLink, sectionsOfAdmin } from "./admin-sections.ts";
import { KEYS } from "./core/admin-keys.ts";
import { queues } from "./core/admin-polling.ts";
import { ADMIN_TEXT } from "./core/admin-text.ts";
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
  --tab-line: none;
  --tab-height: 48px;
  --tab-gap: 6px;
  --tab-count-gap: 4px;
  padding: 0 20px;
  background: var(--surface);
  border-bottom: 1px solid var(--line);
  & > a {
    grid-area: brand;
    justify-self: start;
    border-radius: 4px;
  }
  & > :nth-child(2) {
    grid-area: sections;
  }
  & > div {
    grid-area: person;
  }
  ${media.medium} {
    grid-template: "brand person" 48px "sections sections" auto / minmax(0, 1fr) auto;
    --tab-height: 36px;
    --tab-gap: 4px 10px;
    & > :nth-child(2) {
      flex-wrap: wrap;
    }
  }
  ${media.phone} {
    padding: 0 16px;
    --tab-height: 44px;
    & > :nth-child(2) {
      flex-wrap: nowrap;
    }
  }
`;

type AdminBarProps = { current: AdminSection; admin: User; onKeys: () => void };

export function AdminBar({ current, admin, onKeys }: AdminBarProps) {
  useSignals();
  return (
    <Bar>
      <Row as="a" href={ROUTE.admin} gap={8} size="body" tone="muted">
        <Logo />
        <WidestLabel>{ADMIN_TEXT.brand}</WidestLabel>
      </Row>
      <TabLinks
        label={ADMIN_TEXT.sections}
        size="dense"
        items={sectionsOfAdmin().map((section) => ({
          label: section.label,
          isCurrent: section.key === current.key,
          ...sectionLink(section, queues.value),
        }))}
      />
      <Row justify="end" gap={6} minWidth={0} size="dense" weight={500}>
        <PeopleSearch />
        <StepUpClock />
        <Box as="span" showOn="pointer">
          <Button variant="plain" size="dense" aria-keyshortcuts={KEYS.help} onClick={onKeys}>
            <ButtonKey>{KEYS.help}</ButtonKey>
            <WidestLabel>{ADMIN_TEXT.keys}</WidestLabel>
          </Button>
        </Box>
        <Avatar person={admin} size={28} />
        <WidestLabel>{admin.name}</WidestLabel>
        <Tooltip side="bottom" content={ADMIN_TEXT.logOut}>
          <IconButton icon={LogOut} label={ADMIN_TEXT.logOut} size="dense" onClick={() => void leave()} />
        </Tooltip>
      </Row>
    </Bar>
  );
}

/** Sends the pending actions, then logs out. If one of them is refused, the admin stays to see it. */
async function leave(): Promise<void> {
  if (await sendAllNow()) await logOut();
}
