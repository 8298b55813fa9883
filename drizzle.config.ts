import { defineConfig } from "drizzle-kit";

/** Writes the next migration from the schema: `bunx drizzle-kit generate --name what_it_is_for`. */
export default defineConfig({
  dialect: "turso",
  schema: "./db/schema/index.ts",
  out: "./db/migrations",
  dbCredentials: {
    url: process.env.DATABASE_URL ?? "http://127.0.0.1:8788",
    ...(process.env.DATABASE_AUTH_TOKEN ? { authToken: process.env.DATABASE_AUTH_TOKEN } : {}),
  },
});
