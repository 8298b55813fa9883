import * as z from "zod";

/** A secret key in base64, decoded. */
export const base64Key = z
  .base64()
  .transform((text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0)))
  .refine((key) => key.length >= 32, "must be at least 32 bytes");

/** Versioned keys; the first one is in use. */
export const versionedKeys = z
  .string()
  .regex(/^\d+:[A-Za-z0-9+/=]+(,\d+:[A-Za-z0-9+/=]+)*$/, 'must be "version:base64", newest first')
  .transform((text, ctx) =>
    text.split(",").map((part) => {
      const [version = "", key = ""] = part.split(":");
      const parsed = base64Key.safeParse(key);
      if (!parsed.success) ctx.addIssue(`key of version ${version} must be at least 32 bytes in base64`);
      return { version: Number(version), key: parsed.data ?? new Uint8Array() };
    }),
  )
  .refine((keys) => new Set(keys.map(({ version }) => version)).size === keys.length, "has a version twice");
