import { useSearchParams } from "wouter";
import type { User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { Box } from "../../ui/layout.tsx";
import { TabLinks } from "../../ui/tabs.tsx";
import { IncidentsView } from "./incidents-view.tsx";
import { ON_CALL_TEXT } from "./on-call-text.ts";
import { RotaView } from "./rota-view.tsx";

const text = ON_CALL_TEXT;
const ROTA = `${ROUTE.adminOnCall}?view=rota`;

/** Incidents, and who is called about them. */
export function OnCallSection({ admin }: { admin: User }) {
  const [params] = useSearchParams();
  const isRota = params.get("view") === "rota";
  return (
    <>
      <Box grow={false}>
        <TabLinks
          label={text.title}
          size="dense"
          isInset
          items={[
            { href: ROUTE.adminOnCall, label: text.views.incidents, isCurrent: !isRota },
            { href: ROTA, label: text.views.rota, isCurrent: isRota },
          ]}
        />
      </Box>
      {isRota ? <RotaView admin={admin} /> : <IncidentsView admin={admin} />}
    </>
  );
}
