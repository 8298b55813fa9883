import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useEffect, useState } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { isReachable } from "../state/connection.ts";
import type { LazyPage } from "../state/lazy-page.ts";
import { adminLogInPath, ROUTE } from "../state/routes.ts";
import { isAuthenticated, isCheckingAuth, user } from "../state/session.ts";
import { SpinnerBlock } from "../ui/spinner.tsx";

/** For whoever is signed in; a spinner while that is being found out, and visitors go to log in. */
export function SignedIn({ children }: { children: ReactNode }) {
  useSignals();
  if (isCheckingAuth.value) return <SpinnerBlock fill="page" />;
  if (!isAuthenticated.value) return <Redirect to={ROUTE.login} replace />;
  return children;
}

/**
 * For admins with an admin's session; a spinner while that is being found out. Nobody, and an admin whose session is a
 * trader's, goes to the admins' log-in, which leads back here; a trader goes to their dashboard.
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
 * For whoever is not signed in yet, with a spinner while that is being found out. Who is, or has just become so, goes to the
 * dashboard. Once it is shown the page stays, with what was typed there: a later check is none of its business.
 */
export function Guest({ page: Page }: { page: LazyPage<object> }) {
  useSignals();
  const [isOpen, setIsOpen] = useState(!isCheckingAuth.value);
  // An API that is away, or slow, would keep the form from whoever wants to log in.
  const isKnown = !isCheckingAuth.value || !isReachable.value;

  useEffect(() => Page.preload(), [Page]);
  useEffect(() => {
    if (isOpen) return;
    if (isKnown) return setIsOpen(true);
    const timer = setTimeout(() => setIsOpen(true), CHECK_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isOpen, isKnown]);

  if (isAuthenticated.value) return <Redirect to={ROUTE.dashboard} replace />;
  return isOpen || isKnown ? <Page /> : <SpinnerBlock fill="page" />;
}

/** How long a form waits for the check: most answers take a tenth of it. */
const CHECK_WAIT_MS = 2_000;
