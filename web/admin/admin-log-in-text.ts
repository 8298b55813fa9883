export const ADMIN_LOG_IN_TEXT = {
  title: "Admin log-in",
  lead: "Use the code from your authenticator app.",
  email: "E-mail",
  password: "Password",
  code: "Six-digit code",
  submit: "Log in",
  other: "Not an admin?",
  otherLink: "Log in as a trader",
} as const;
