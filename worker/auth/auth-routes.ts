import { Hono } from "hono";
import * as z from "zod";
import { AppError } from "../contract/errors.ts";
import { LANGUAGES } from "../contract/languages.ts";
import { SESSION, THEMES } from "../contract/limits.ts";
import { json, jsonRequest } from "../platform/input.ts";
import type { AppContext, AppEnv } from "../platform/scope.ts";
import { jsonRead } from "../platform/security-headers.ts";
import { authorizedBatch } from "../platform/session.ts";
import {
  authCookie,
  clearAuthCookie,
  clearSessionCookie,
  setAuthCookie,
  setLanguageCookie,
  setSessionCookie,
} from "./auth-cookies.ts";
import { emailText, passwordText, secondFactorCode } from "./auth-inputs.ts";
import { checkSession } from "./check-session.ts";
import { chooseLanguage } from "./choose-language.ts";
import { chooseTheme } from "./choose-theme.ts";
import { forgotPassword } from "./forgot-password.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { readPending, signPending } from "./pending-verification.ts";
import { resendVerification } from "./resend-verification.ts";
import { checkResetLink, resetPassword } from "./reset-password.ts";
import { signInVerified } from "./sign-in-verified.ts";
import { signUp } from "./sign-up.ts";
import type { SignedIn } from "./start-trader-session.ts";
import { verifyEmail } from "./verify-email.ts";
import { verifySecondStep } from "./verify-second-step.ts";

const signUpBody = z.strictObject({
  email: emailText,
  password: passwordText,
  firstName: z.string().max(300),
  lastName: z.string().max(300),
  username: z.string().max(100),
  timeZone: z.string().max(64).optional(),
});
const logInBody = z.strictObject({ email: emailText, password: passwordText });
const codeBody = z.strictObject({ code: z.string().max(20) });
const emailBody = z.strictObject({ email: emailText });
const passwordBody = z.strictObject({ password: passwordText });
const secondStepBody = z.strictObject({ code: secondFactorCode });
const languageBody = z.strictObject({
  language: z.literal(LANGUAGES, `language must be one of ${LANGUAGES.join(", ")}`),
});
const themeBody = z.strictObject({
  theme: z.literal(THEMES, `theme must be one of ${THEMES.join(", ")}`),
});

/** The routes of sign-up, log-in and password reset. */
export const authRoutes = new Hono<AppEnv>()
  .post("/signup", jsonRequest, json(signUpBody), async (c) => {
    const { pendingCookie } = await signUp(c.get("scope"), c.req.valid("json"));
    setAuthCookie(c, "pending", pendingCookie);
    const message = "Account created successfully! Please check your email to verify your account.";
    return c.json({ success: true as const, message }, 201);
  })
  .post("/verify-email", jsonRequest, json(codeBody), async (c) => {
    const { signInToken } = await verifyEmail(
      c.get("scope"),
      await readPending(c.get("scope"), authCookie(c, "pending")),
      c.req.valid("json").code,
    );
    clearAuthCookie(c, "pending");
    if (signInToken !== null) setAuthCookie(c, "sign-in", signInToken);
    return c.json({ success: true as const, message: "Email verified successfully!" });
  })
  .post("/sign-in", jsonRequest, json(z.strictObject({})), async (c) => {
    const cookies = { signIn: authCookie(c, "sign-in"), device: authCookie(c, "device") };
    return c.json(signedIn(c, await signInVerified(c.get("scope"), cookies)));
  })
  .post("/resend-verification", jsonRequest, json(z.strictObject({})), async (c) => {
    const userId = await readPending(c.get("scope"), authCookie(c, "pending"));
    await resendVerification(c.get("scope"), userId);
    setAuthCookie(c, "pending", await signPending(c.get("scope"), userId));
    return c.json({ success: true as const, message: "A new code is on its way." });
  })
  .post("/login", jsonRequest, json(logInBody), async (c) => {
    const result = await logIn(c.get("scope"), c.req.valid("json"), authCookie(c, "device"));
    if (result.outcome === "unverified") {
      setAuthCookie(c, "pending", result.pendingCookie);
      throw new AppError("email_not_verified", "Verify your e-mail address first. We have sent you a code.");
    }
    if (result.outcome === "second_step") setAuthCookie(c, "second-step", result.secondStepCookie);
    const reply: LogInReply = result.outcome === "second_step" ? SECOND_STEP : signedIn(c, result);
    return c.json(reply);
  })
  .post("/totp/verify", jsonRequest, json(secondStepBody), async (c) => {
    const cookies = { secondStep: authCookie(c, "second-step"), device: authCookie(c, "device") };
    const result = await verifySecondStep(c.get("scope"), c.req.valid("json").code, cookies);
    clearAuthCookie(c, "second-step");
    return c.json(signedIn(c, result));
  })
  .post("/logout", async (c) => {
    const userId = await logOut(c.get("scope"));
    clearSessionCookie(c);
    clearAuthCookie(c, "second-step");
    return c.json({ success: true as const, userId });
  })
  .get("/check", async (c) => {
    const { user, bearerToken: token } = await checkSession(c.get("scope"));
    return jsonRead({ success: true as const, user, token });
  })
  .post("/activity", async (c) => {
    await authorizedBatch(c.get("scope"), "act", () => []);
    return c.json({ success: true as const });
  })
  .post("/forgot-password", jsonRequest, json(emailBody), async (c) => {
    await forgotPassword(c.get("scope"), c.req.valid("json").email);
    const message = "If an account exists for this email, you will receive a password reset link shortly.";
    return c.json({ success: true as const, message });
  })
  .get("/reset-password/:token", async (c) => {
    await checkResetLink(c.get("scope"), c.req.param("token"));
    return c.json({ success: true as const });
  })
  .post("/reset-password/:token", jsonRequest, json(passwordBody), async (c) => {
    await resetPassword(c.get("scope"), c.req.param("token"), c.req.valid("json").password);
    const message = "Password reset successfully! You can now login with your new password.";
    return c.json({ success: true as const, message });
  })
  .post("/theme", jsonRequest, json(themeBody), async (c) => {
    const { theme } = c.req.valid("json");
    await chooseTheme(c.get("scope"), theme);
    return c.json({ success: true as const, theme, message: "Theme saved" });
  })
  .post("/language", jsonRequest, json(languageBody), async (c) => {
    const { language } = c.req.valid("json");
    await chooseLanguage(c.get("scope"), language);
    setLanguageCookie(c, language);
    return c.json({ success: true as const, language });
  });

/** Sets the cookies of a log-in. @returns its response */
function signedIn(c: AppContext, { sessionToken, deviceToken, bearerToken: token, user }: SignedIn) {
  setSessionCookie(c, sessionToken, SESSION.lifetimeMs);
  setAuthCookie(c, "device", deviceToken);
  // Any log-in uses the token up.
  if (authCookie(c, "sign-in") !== null) clearAuthCookie(c, "sign-in");
  if (user.language) setLanguageCookie(c, user.language);
  return { success: true as const, message: "Logged in", user, token };
}

/** Both responses of a log-in as one type; the browser distinguishes them by `totpRequired`. */
type LogInReply = typeof SECOND_STEP | ReturnType<typeof signedIn>;

const SECOND_STEP = {
  success: true,
  message: "Enter the code from your authenticator app.",
  totpRequired: true,
} as const;
