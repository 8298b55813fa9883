import { Hono } from "hono";
import * as z from "zod";
import { AppError } from "../contract/errors.ts";
import { LANGUAGES } from "../contract/languages.ts";
import { SESSION, THEMES } from "../contract/limits.ts";
import { saidIn, type Translated } from "../contract/translated.ts";
import { json, jsonRequest } from "../platform/input.ts";
import { jsonRead } from "../platform/request/security-headers.ts";
import type { AppContext, AppEnv } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { AUTH_TEXT } from "./auth-answers.ts";
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
  proof: z.strictObject({ nonce: z.string().max(500), answer: z.int().min(0) }).optional(),
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
    return c.json({ success: true as const, message: said(c, AUTH_TEXT.signedUp) }, 201);
  })
  .post("/verify-email", jsonRequest, json(codeBody), async (c) => {
    const { signInToken } = await verifyEmail(
      c.get("scope"),
      await readPending(c.get("scope"), authCookie(c, "pending")),
      c.req.valid("json").code,
    );
    clearAuthCookie(c, "pending");
    if (signInToken !== null) setAuthCookie(c, "sign-in", signInToken);
    return c.json({ success: true as const, message: said(c, AUTH_TEXT.verified) });
  })
  .post("/sign-in", jsonRequest, json(z.strictObject({})), async (c) => {
    const cookies = { signIn: authCookie(c, "sign-in"), device: authCookie(c, "device") };
    return c.json(signedIn(c, await signInVerified(c.get("scope"), cookies)));
  })
  .post("/resend-verification", jsonRequest, json(z.strictObject({})), async (c) => {
    const userId = await readPending(c.get("scope"), authCookie(c, "pending"));
    await resendVerification(c.get("scope"), userId);
    setAuthCookie(c, "pending", await signPending(c.get("scope"), userId));
    return c.json({ success: true as const, message: said(c, AUTH_TEXT.codeSent) });
  })
  .post("/login", jsonRequest, json(logInBody), async (c) => {
    const result = await logIn(c.get("scope"), c.req.valid("json"), authCookie(c, "device"));
    if (result.outcome === "unverified") {
      setAuthCookie(c, "pending", result.pendingCookie);
      throw new AppError("email_not_verified", AUTH_TEXT.notVerified);
    }
    if (result.outcome === "second_step") setAuthCookie(c, "second-step", result.secondStepCookie);
    const reply: LogInReply = result.outcome === "second_step" ? secondStep(c) : signedIn(c, result);
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
    return c.json({ success: true as const, message: said(c, AUTH_TEXT.resetSent) });
  })
  .get("/reset-password/:token", async (c) => {
    await checkResetLink(c.get("scope"), c.req.param("token"));
    return c.json({ success: true as const });
  })
  .post("/reset-password/:token", jsonRequest, json(passwordBody), async (c) => {
    await resetPassword(c.get("scope"), c.req.param("token"), c.req.valid("json").password);
    return c.json({ success: true as const, message: said(c, AUTH_TEXT.passwordReset) });
  })
  .post("/theme", jsonRequest, json(themeBody), async (c) => {
    const { theme } = c.req.valid("json");
    await chooseTheme(c.get("scope"), theme);
    return c.json({ success: true as const, theme, message: said(c, AUTH_TEXT.themeSaved) });
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
  const language = user.language ?? c.get("scope").language;
  return { success: true as const, message: saidIn(language, AUTH_TEXT.loggedIn), user, token };
}

/** Both responses of a log-in as one type; the browser distinguishes them by `totpRequired`. */
type LogInReply = ReturnType<typeof secondStep> | ReturnType<typeof signedIn>;

function secondStep(c: AppContext) {
  return { success: true as const, message: said(c, AUTH_TEXT.enterCode), totpRequired: true as const };
}

function said(c: AppContext, text: Translated): string {
  return saidIn(c.get("scope").language, text);
}
