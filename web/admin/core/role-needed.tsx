import { useSignals } from "@preact/signals-react/runtime";
import type { AdminRole } from "../../../worker/contract/admin-roles.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PagePane } from "./admin-layout.ts";
import { rolesHeld } from "./roles.ts";
import { ROLES_TEXT } from "./roles-text.ts";

/** In the place of a section that the admin's roles do not read. */
export function RoleNeeded({ roles }: { roles: readonly AdminRole[] }) {
  useSignals();
  return (
    <PagePane>
      <EmptyState title={ROLES_TEXT.needed(roles)} text={ROLES_TEXT.neededDetail(rolesHeld())} />
    </PagePane>
  );
}
