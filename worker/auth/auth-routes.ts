import { type Context, Hono } from "hono";
import { setCookie } from "hono/cookie";
import { z } from "zod";
import { AppError } from "../contract/errors.ts";
import { PASSWORD, SESSION, THEMES, type ThemeId } from "../contract/limits.ts";
import { cookieValue, sessionCookieName } from "../http/credentials.ts";
import { json, jsonRequest } from "../http/input.ts";
import type { AppEnv } from "../http/scope.ts";
import { batchAs } from "../http/session.ts";
import { checkSession } from "./check-session.ts";
import { chooseTheme } from "./choose-theme.ts";
import { forgotPassword } from "./forgot-password.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { pendingCookieName, readPending, signPending } from "./pending-verification.ts";
import { resendVerification } from "./resend-verification.ts";
import { resetPassword } from "./reset-password.ts";
import { signUp } from "./sign-up.ts";
import { verifyEmail } from "./verify-email.ts";

/** Bounds that keep work small; the rules themselves speak with better words. */
const emailText = z.string().min(1).max(320);
const passwordText = z
  .string()
  .min(1)
  .max(PASSWORD.codePointsMax * 4);

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
const themeBody = z.strictObject({
  theme: z.custom<ThemeId>((value) => THEMES.some((theme) => theme === value), "theme must be 1, 2, 3, 4 or 5"),
});

export const authRoutes = new Hono<AppEnv>()
  .post("/signup", jsonRequest, json(signUpBody), async (c) => {
    const { pendingCookie } = await signUp(c.get("scope"), c.req.valid("json"));
    setPendingCookie(c, pendingCookie);
    const message = "Account created successfully! Please check your email to verify your account.";
    return c.json({ success: true as const, message }, 201);
  })
  .post("/verify-email", jsonRequest, json(codeBody), async (c) => {
    const { settings } = c.get("scope");
    await verifyEmail(c.get("scope"), await readPending(settings, pendingCookie(c)), c.req.valid("json").code);
    clearCookie(c, pendingCookieName(settings.APP_ORIGIN));
    return c.json({ success: true as const, message: "Email verified successfully!" });
  })
  .post("/resend-verification", jsonRequest, json(z.strictObject({})), async (c) => {
    const { settings } = c.get("scope");
    const userId = await readPending(settings, pendingCookie(c));
    await resendVerification(c.get("scope"), userId);
    setPendingCookie(c, await signPending(settings, userId));
    return c.json({ success: true as const, message: "A new code is on its way." });
  })
  .post("/login", jsonRequest, json(logInBody), async (c) => {
    const result = await logIn(c.get("scope"), c.req.valid("json"));
    if (result.outcome === "unverified") {
      setPendingCookie(c, result.pendingCookie);
      throw new AppError("email_not_verified", "Verify your e-mail address first. We have sent you a code.");
    }
    setSessionCookie(c, result.sessionToken, SESSION.lifetimeMs);
    const { user, bearerToken: token } = result;
    return c.json({ success: true as const, message: "Logged in", user, token });
  })
  .post("/logout", async (c) => {
    await logOut(c.get("scope"));
    clearCookie(c, sessionCookieName(c.get("scope").settings.APP_ORIGIN));
    return c.json({ success: true as const });
  })
  .get("/check", async (c) => {
    const { user, bearerToken: token } = await checkSession(c.get("scope"));
    return c.json({ success: true as const, user, token });
  })
  .post("/activity", async (c) => {
    await batchAs(c.get("scope"), "act", () => []);
    return c.json({ success: true as const });
  })
  .post("/forgot-password", jsonRequest, json(emailBody), async (c) => {
    await forgotPassword(c.get("scope"), c.req.valid("json").email);
    const message = "If an account exists for this email, you will receive a password reset link shortly.";
    return c.json({ success: true as const, message });
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
  });

/** Also used by the admin's log-in. The value never appears in a body. */
export function setSessionCookie(c: Context<AppEnv>, token: string, lifetimeMs: number): void {
  const { APP_ORIGIN } = c.get("scope").settings;
  setCookie(c, sessionCookieName(APP_ORIGIN), token, cookieAttributes(APP_ORIGIN, lifetimeMs / 1000));
}

const PENDING_LIFETIME_S = 30 * 60;

function setPendingCookie(c: Context<AppEnv>, value: string): void {
  const { APP_ORIGIN } = c.get("scope").settings;
  setCookie(c, pendingCookieName(APP_ORIGIN), value, cookieAttributes(APP_ORIGIN, PENDING_LIFETIME_S));
}

function pendingCookie(c: Context<AppEnv>): string | null {
  const { APP_ORIGIN } = c.get("scope").settings;
  return cookieValue(c.req.header("Cookie") ?? "", pendingCookieName(APP_ORIGIN));
}

function clearCookie(c: Context<AppEnv>, name: string): void {
  setCookie(c, name, "", cookieAttributes(c.get("scope").settings.APP_ORIGIN, 0));
}

/** Secure wherever HTTPS is; the local stack speaks plain HTTP, where not every client would keep a Secure cookie. */
function cookieAttributes(appOrigin: string, maxAge: number) {
  const secure = appOrigin.startsWith("https:");
  return { path: "/", httpOnly: true, secure, sameSite: "Strict", maxAge } as const;
}
