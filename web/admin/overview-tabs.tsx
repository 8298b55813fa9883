import { useSignals } from "@preact/signals-react/runtime";
import type { User } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { Box } from "../ui/layout.tsx";
import { TabLinks } from "../ui/tabs.tsx";
import { RoleNeeded } from "./core/role-needed.tsx";
import { hasRole } from "./core/roles.ts";
import { OPERATION_TEXT } from "./operation/operation-text.ts";
import { SettingsView } from "./operation/settings-view.tsx";
import { OverviewSection } from "./overview/overview-section.tsx";

const text = OPERATION_TEXT;
/** Who reads the settings, as their rows of `worker/access.ts` say. */
const READERS = ["operator", "owner"] as const;

/** What the operation does, and by which settings. */
export function OverviewTabs({ admin, isSettings }: { admin: User; isSettings: boolean }) {
  useSignals();
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
      {!isSettings && <OverviewSection admin={admin} />}
      {isSettings && (hasRole(...READERS) ? <SettingsView admin={admin} /> : <RoleNeeded roles={READERS} />)}
    </>
  );
}
