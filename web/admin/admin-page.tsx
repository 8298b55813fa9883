import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useEffect, useInsertionEffect, useState } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import type { User } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { endIdleSession, keepPageWhenSessionEnds, user } from "../state/session.ts";
import { useSessionTimeout } from "../state/use-session-timeout.ts";
import { PageHeading } from "../ui/page-heading.tsx";
import { SkipLink } from "../ui/skip-link.ts";
import { media } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { AdminBar } from "./admin-bar.tsx";
import { readersOf, sectionAt, sectionLink, sectionsOfAdmin } from "./admin-sections.ts";
import { AuditSection } from "./audit/audit-section.tsx";
import { KEYS, SECTION_KEYS } from "./core/admin-keys.ts";
import { queues, startAdminPolling } from "./core/admin-polling.ts";
import { ADMIN_TEXT } from "./core/admin-text.ts";
import { LogInAgain } from "./core/log-in-again.tsx";
import { PendingStrip } from "./core/pending-strip.tsx";
import { RoleNeeded } from "./core/role-needed.tsx";
import { hasRole } from "./core/roles.ts";
import { StepUpDialog } from "./core/step-up-dialog.tsx";
import { useShortcuts } from "./core/use-shortcuts.ts";
import { DepositSection } from "./deposits/deposit-section.tsx";
import { ExceptionSection } from "./exceptions/exception-section.tsx";
import { IdentitySection } from "./identities/identity-section.tsx";
import { ImportSection } from "./imports/import-section.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { LedgerSection } from "./ledger/ledger-section.tsx";
import { OnCallSection } from "./on-call/on-call-section.tsx";
import { OPERATION_TEXT } from "./operation/operation-text.ts";
import { OverviewTabs } from "./overview-tabs.tsx";
import { PayoutSection } from "./payouts/payout-section.tsx";
import { UsersAndPeople } from "./people/users-and-people.tsx";
import { drawOtherLetters } from "./questions/other-letters.ts";
import { ReconciliationSection } from "./reconciliation/reconciliation-section.tsx";
import { WithdrawalSection } from "./withdrawals/withdrawal-section.tsx";

const Frame = styled("div")`
  display: flex;
  flex-direction: column;
  height: calc(100dvh - var(--top-bar, 0px));
  overflow: hidden;
  & > main {
    flex: 1;
    display: flex;
    flex-direction: column;
    min-height: 0;
    outline: none;
  }
  /* On paper a page is as long as what it says, without the tools around it. */
  ${media.print} {
    display: block;
    height: auto;
    overflow: visible;
    & > main {
      display: block;
    }
    & > header,
    & [data-for="screen"] {
      display: none;
    }
  }
`;

/** The admin screens. The page stays when the session ends and shows a log-in dialog over itself. */
export function AdminPage() {
  useSignals();
  useSessionTimeout({ end: endIdleSession });
  useEffect(keepPageWhenSessionEnds, []);
  // Names, notes, questions and answers may be in another language than the page.
  useInsertionEffect(drawOtherLetters, []);
  const person = user.value;

  // During a log-out there is no user for a moment.
  if (!person) return null;
  // Dates on admin screens are in the operation's time zone, the same for every admin and every browser.
  const admin = { ...person, timeZone: person.operationTimeZone ?? person.timeZone };
  return (
    <>
      {/* The key remounts everything, so that no state of one admin is left for another. */}
      <AdminScreens key={admin._id} admin={admin} />
      <LogInAgain key={`${admin._id} log-in`} admin={admin} />
    </>
  );
}

/** Fills the window; each section scrolls its own panes. */
function AdminScreens({ admin }: { admin: User }) {
  useSignals();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const [areKeysShown, setAreKeysShown] = useState(false);
  const section = sectionAt(path);
  useEffect(startAdminPolling, []);
  useConfirmKey();

  useShortcuts({
    [KEYS.help]: () => setAreKeysShown(true),
    ...Object.fromEntries(
      sectionsOfAdmin().map((one) => [SECTION_KEYS[one.key], () => navigate(sectionLink(one, queues.peek()).href)]),
    ),
  });

  // Withdrawals used to be at this address, and mails and notes still link to them.
  if (path === ROUTE.admin && search !== "") {
    return <Redirect to={`${ROUTE.adminWithdrawals}?${search}`} replace />;
  }
  const readers = readersOf(section);
  const needed = readers === null || hasRole(...readers) ? null : readers;
  return (
    <Frame>
      <SkipLink href="#content">{ADMIN_TEXT.skip}</SkipLink>
      <AdminBar current={section} admin={admin} onKeys={() => setAreKeysShown(true)} />
      <main id="content" tabIndex={-1}>
        <VisuallyHidden as="div">
          <PageHeading title={isSettings(path) ? OPERATION_TEXT.title : section.label} />
        </VisuallyHidden>
        {needed !== null && <RoleNeeded roles={needed} />}
        {section.key === "overview" && <OverviewTabs admin={admin} isSettings={isSettings(path)} />}
        {section.key === "withdrawals" && <WithdrawalSection admin={admin} />}
        {section.key === "payouts" && needed === null && <PayoutSection admin={admin} />}
        {section.key === "exceptions" && <ExceptionSection admin={admin} />}
        {section.key === "deposits" && <DepositSection admin={admin} />}
        {section.key === "identities" && <IdentitySection admin={admin} />}
        {section.key === "reconciliation" && needed === null && <ReconciliationSection admin={admin} />}
        {section.key === "users" && <UsersAndPeople admin={admin} />}
        {section.key === "ledger" && needed === null && <LedgerSection admin={admin} />}
        {section.key === "imports" && needed === null && <ImportSection admin={admin} />}
        {section.key === "audit" && needed === null && <AuditSection admin={admin} />}
        {section.key === "onCall" && <OnCallSection admin={admin} />}
      </main>
      {areKeysShown && <KeysDialog onClose={() => setAreKeysShown(false)} />}
      <PendingStrip />
      <StepUpDialog />
    </Frame>
  );
}

function isSettings(path: string): boolean {
  return path.toLowerCase().replace(/\/$/, "") === ROUTE.adminSettings;
}

/**
 * Ctrl+Enter or Command+Enter sends the form of the topmost dialog, wherever the focus is: in a text area Enter starts a new
 * line, and the focus may be on a button outside of the form or, after its element was removed, on the page.
 */
function useConfirmKey(): void {
  useEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat || event.defaultPrevented) return;
  // Every dialog below the topmost one is inert.
  const form = document.querySelector<HTMLFormElement>("[data-modal]:not([inert]) form");
  if (!form) return;
  event.preventDefault();
  form.requestSubmit();
}
