import { useLocation, useSearch } from "wouter";
import { AuthForm, AuthLayout } from "../auth/auth-layout.tsx";
import { afterAdminLogIn, ROUTE } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { AdminLogInFields, useAdminLogIn } from "./core/admin-log-in-form.tsx";
import { adminText as text } from "./core/admin-log-in-text.ts";

/** The admins' log-in: password and authenticator code in one form. It ends any other session of this browser. */
export function AdminLogInPage() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const logIn = useAdminLogIn({ onLoggedIn: () => navigate(afterAdminLogIn(search)) });
  return (
    <AuthLayout
      title={text.title}
      lead={text.lead}
      other={
        <>
          {text.other} <TextLink href={ROUTE.login}>{text.otherLink}</TextLink>
        </>
      }
    >
      <AuthForm {...logIn.form}>
        <AdminLogInFields logIn={logIn} labels={text} />
        <Button type="submit" variant="accent" size="form" isWide disabled={!logIn.isComplete} isLoading={logIn.isBusy}>
          {text.submit}
        </Button>
      </AuthForm>
    </AuthLayout>
  );
}
