import { useSignals } from "@preact/signals-react/runtime";
import { useSearchParams } from "wouter";
import type { User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { Box } from "../../ui/layout.tsx";
import { TabLinks } from "../../ui/tabs.tsx";
import { hasRole } from "../core/roles.ts";
import { UserSection } from "../users/user-section.tsx";
import { PEOPLE_TEXT } from "./people-text.ts";
import { PeopleView } from "./people-view.tsx";

const PEOPLE = `${ROUTE.adminUsers}?view=people`;

/** Everybody, and for owners the people of the operation. */
export function UsersAndPeople({ admin }: { admin: User }) {
  useSignals();
  const [params] = useSearchParams();
  const isOwner = hasRole("owner");
  const isPeople = isOwner && params.get("view") === "people";
  return (
    <>
      {isOwner && (
        <Box grow={false}>
          <TabLinks
            label={PEOPLE_TEXT.title}
            size="dense"
            isInset
            items={[
              { href: ROUTE.adminUsers, label: PEOPLE_TEXT.views.traders, isCurrent: !isPeople },
              { href: PEOPLE, label: PEOPLE_TEXT.views.people, isCurrent: isPeople },
            ]}
          />
        </Box>
      )}
      {isPeople ? <PeopleView admin={admin} /> : <UserSection admin={admin} />}
    </>
  );
}
