/** The project's migrations, run by both migration tools. */
import { describe, expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { migrateDatabase } from "../../db/migrate.ts";
import { setUpServer, type TestServer } from "./test-server.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The schema as SQLite stores it, without the tools' own tables. */
async function schemaOf(server: TestServer): Promise<string[]> {
  const { rows } = await server
    .connect()
    .execute(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name NOT LIKE '\\_\\_%' ESCAPE '\\' ORDER BY type, name",
    );
  return rows.map(({ sql }) => String(sql));
}

describe("migrations", () => {
  const byMigrator = setUpServer();
  const byKit = setUpServer({ authToken: "token of the kit" });

  test("run with drizzle's migrator, and a second run changes nothing", async () => {
    await migrateDatabase({ url: byMigrator.url });
    const schema = await schemaOf(byMigrator);
    expect(schema.some((sql) => sql.startsWith("CREATE TABLE"))).toBe(true);
    expect(schema.some((sql) => sql.startsWith("CREATE TRIGGER"))).toBe(true);
    await migrateDatabase({ url: byMigrator.url });
    expect(await schemaOf(byMigrator)).toEqual(schema);
  });

  test("run with drizzle-kit and give the same schema", async () => {
    const kit = Bun.spawn([process.execPath, "node_modules/drizzle-kit/bin.cjs", "migrate"], {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: byKit.url, DATABASE_AUTH_TOKEN: "token of the kit" },
      stdout: "pipe",
      stderr: "pipe",
    });
    const printed = await new Response(kit.stdout).text();
    expect({ status: await kit.exited, printed }).toMatchObject({ status: 0 });
    expect(await schemaOf(byKit)).toEqual(await schemaOf(byMigrator));
  }, 600_000);
});
