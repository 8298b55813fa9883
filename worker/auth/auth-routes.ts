import { Hono } from "hono";
import { z } from "zod";
import { AppError } from "../contract/errors.ts";
import { PASSWORD, SESSION, THEMES, type ThemeId } from "../contract/limits.ts";
import { json, jsonRequest } from "../http/input.ts";
import type { AppEnv } from "../http/scope.ts";
import { batchAs } from "../http/session.ts";
import { authCookie, clearAuthCookie, clearSessionCookie, setAuthCookie, setSessionCookie } from "./auth-cookies.ts";
import { changePassword } from "./change-password.ts";
import { checkSession } from "./check-session.ts";
import { chooseTheme } from "./choose-theme.ts";
import { forgotPassword } from "./forgot-password.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { readPending, signPending } from "./pending-verification.ts";
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
const changePasswordBody = z.strictObject({ currentPassword: passwordText, newPassword: passwordText });
const themeBody = z.strictObject({
  theme: z.custom<ThemeId>((value) => THEMES.some((theme) => theme === value), "theme must be 1, 2, 3, 4 or 5"),
});

export const authRoutes = new Hono<AppEnv>()
  .post("/signup", jsonRequest, json(signUpBody), async (c) => {
    const { pendingCookie } = await signUp(c.get("scope"), c.req.valid("json"));
    setAuthCookie(c, "pending", pendingCookie);
    const message = "Account created successfully! Please check your email to verify your account.";
    return c.json({ success: true as const, message }, 201);
  })
  .post("/verify-email", jsonRequest, json(codeBody), async (c) => {
    const { settings } = c.get("scope");
    await verifyEmail(c.get("scope"), await readPending(settings, authCookie(c, "pending")), c.req.valid("json").code);
    clearAuthCookie(c, "pending");
    return c.json({ success: true as const, message: "Email verified successfully!" });
  })
  .post("/resend-verification", jsonRequest, json(z.strictObject({})), async (c) => {
    const { settings } = c.get("scope");
    const userId = await readPending(settings, authCookie(c, "pending"));
    await resendVerification(c.get("scope"), userId);
    setAuthCookie(c, "pending", await signPending(settings, userId));
    return c.json({ success: true as const, message: "A new code is on its way." });
  })
  .post("/login", jsonRequest, json(logInBody), async (c) => {
    const result = await logIn(c.get("scope"), c.req.valid("json"));
    if (result.outcome === "unverified") {
      setAuthCookie(c, "pending", result.pendingCookie);
      throw new AppError("email_not_verified", "Verify your e-mail address first. We have sent you a code.");
    }
    setSessionCookie(c, result.sessionToken, SESSION.lifetimeMs);
    const { user, bearerToken: token } = result;
    return c.json({ success: true as const, message: "Logged in", user, token });
  })
  .post("/logout", async (c) => {
    await logOut(c.get("scope"));
    clearSessionCookie(c);
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
  .post("/password", jsonRequest, json(changePasswordBody), async (c) => {
    const { sessionToken, bearerToken: token, lifetimeMs } = await changePassword(c.get("scope"), c.req.valid("json"));
    setSessionCookie(c, sessionToken, lifetimeMs);
    return c.json({ success: true as const, message: "Password changed. Every other browser was signed out.", token });
  })
  .post("/theme", jsonRequest, json(themeBody), async (c) => {
    const { theme } = c.req.valid("json");
    await chooseTheme(c.get("scope"), theme);
    return c.json({ success: true as const, theme, message: "Theme saved" });
  });
