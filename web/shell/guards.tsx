import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useEffect, useState } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { isInOtherLanguage } from "../state/account-language.ts";
import type { LazyPage } from "../state/lazy-page.ts";
import { isReachable } from "../state/network/connection.ts";
import { adminLogInPath, ROUTE } from "../state/routes.ts";
import { isAuthenticated, isCheckingAuth, user } from "../state/session.ts";
import { SpinnerBlock } from "../ui/spinner.tsx";

/**
 * For signed-in users; visitors are sent to the log-in.
 * @param props.loading shown while the session is checked at first. Later, while the application is being left, a
 * spinner is
 */
export function SignedIn({ loading, children }: { loading: ReactNode; children: ReactNode }) {
  useSignals();
  const [isFirst, setIsFirst] = useState(true);
  const isChecking = isCheckingAuth.value;
  if (isFirst && !isChecking) setIsFirst(false);
  if (isChecking) return isFirst ? loading : <SpinnerBlock fill="page" />;
  if (!isAuthenticated.value) return <Redirect to={ROUTE.login} replace />;
  return children;
}

/**
 * For admins with an admin session; a spinner while the session is checked. Visitors, and admins with a trader's
 * session, are sent to the admin log-in, which returns here; traders are sent to their dashboard.
 */
export function AdminOnly({ children }: { children: ReactNode }) {
  useSignals();
  const [path] = useLocation();
  const search = useSearch();
  if (isCheckingAuth.value) return <SpinnerBlock fill="page" />;
  const person = user.value;
  if (person?.role === "admin") return children;
  if (person && !person.isAdmin) return <Redirect to={ROUTE.dashboard} replace />;
  return <Redirect to={adminLogInPath(search ? `${path}?${search}` : path)} replace />;
}

/**
 * For visitors, with a spinner while the session is checked. Signed-in users are sent to the dashboard. Once the page
 * is shown it stays, with the typed text, during later session checks.
 */
export function Guest({ page: Page }: { page: LazyPage<object> }) {
  useSignals();
  const [isOpen, setIsOpen] = useState(!isCheckingAuth.value);
  // An unreachable or slow API must not keep a visitor from the form.
  const isKnown = !isCheckingAuth.value || !isReachable.value;

  useEffect(() => void Page.preload(), [Page]);
  useEffect(() => {
    if (isOpen) return;
    if (isKnown) return setIsOpen(true);
    const timer = setTimeout(() => setIsOpen(true), CHECK_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isOpen, isKnown]);

  if (isAuthenticated.value) return <ToDashboard />;
  return isOpen || isKnown ? <Page /> : <SpinnerBlock fill="page" />;
}

/** Sends a person who has just logged in to the dashboard: by a new document where their language is another one. */
function ToDashboard() {
  const isOtherLanguage = isInOtherLanguage(user.peek());
  useEffect(() => {
    if (isOtherLanguage) location.replace(ROUTE.dashboard);
  }, [isOtherLanguage]);
  return isOtherLanguage ? <SpinnerBlock fill="page" /> : <Redirect to={ROUTE.dashboard} replace />;
}

/** How long a form waits for the session check, in ms: most responses take a tenth of it. */
const CHECK_WAIT_MS = 2_000;
