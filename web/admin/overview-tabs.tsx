import type { User } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { Box } from "../ui/layout.tsx";
import { TabLinks } from "../ui/tabs.tsx";
import { OPERATION_TEXT } from "./operation/operation-text.ts";
import { SettingsView } from "./operation/settings-view.tsx";
import { OverviewSection } from "./overview/overview-section.tsx";

const text = OPERATION_TEXT;

/** What the operation does, and by which settings. */
export function OverviewTabs({ admin, isSettings }: { admin: User; isSettings: boolean }) {
  return (
    <>
      <Box grow={false}>
        <TabLinks
          label={text.tabsLabel}
          size="dense"
          isInset
          items={[
            { href: ROUTE.admin, label: text.tabs.overview, isCurrent: !isSettings },
            { href: ROUTE.adminSettings, label: text.tabs.settings, isCurrent: isSettings },
          ]}
        />
      </Box>
      {isSettings ? <SettingsView admin={admin} /> : <OverviewSection admin={admin} />}
    </>
  );
}
