import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { Redirect } from "wouter";
import { ROUTE } from "../routes.ts";
import { isAuthenticated, isCheckingAuth, user } from "../state/session.ts";
import { SpinnerBlock } from "../ui/spinner.tsx";

/** For whoever is signed in; a spinner while that is being found out, and visitors go to log in. */
export function SignedIn({ children }: { children: ReactNode }) {
  useSignals();
  if (isCheckingAuth.value) return <SpinnerBlock fill="page" />;
  if (!isAuthenticated.value) return <Redirect to={ROUTE.login} replace />;
  return children;
}

/** For admins, inside {@link SignedIn}; others go to their dashboard. */
export function AdminOnly({ children }: { children: ReactNode }) {
  useSignals();
  if (user.value?.role !== "admin") return <Redirect to={ROUTE.dashboard} replace />;
  return children;
}

/** For whoever is not signed in yet. Who is, or has just become so, goes to the dashboard. */
export function Guest({ children }: { children: ReactNode }) {
  useSignals();
  if (isAuthenticated.value) return <Redirect to={ROUTE.dashboard} replace />;
  return children;
}
