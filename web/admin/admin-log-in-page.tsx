import { useLocation, useSearch } from "wouter";
import { AuthForm, AuthLayout, OtherPage } from "../auth/auth-layout.tsx";
import { isInOtherLanguage } from "../state/account-language.ts";
import { afterAdminLogIn, ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { ADMIN_LOG_IN_TEXT } from "./admin-log-in-text.ts";
import { AdminLogInFields, useAdminLogIn } from "./core/admin-log-in-form.tsx";

const text = ADMIN_LOG_IN_TEXT;

/** The admins' log-in: password and authenticator code in one form. It ends any other session of this browser. */
export function AdminLogInPage() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const logIn = useAdminLogIn({
    onLoggedIn() {
      const path = afterAdminLogIn(search);
      if (isInOtherLanguage(user.peek())) location.replace(path);
      else navigate(path);
    },
  });
  return (
    <AuthLayout
      title={text.title}
      lead={text.lead}
      other={<OtherPage question={text.other} href={ROUTE.login} label={text.otherLink} />}
    >
      <AuthForm {...logIn.form} submit={text.submit} isComplete={logIn.isComplete} isBusy={logIn.isBusy}>
        <AdminLogInFields logIn={logIn} labels={text} />
      </AuthForm>
    </AuthLayout>
  );
}
