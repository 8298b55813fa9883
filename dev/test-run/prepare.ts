import { makeMigratedDatabase } from "../test/migrated-database.ts";
import { makeTestBuild } from "../test/test-build.ts";

/**
 * Makes the build and the migrated database that all processes of a run share, and prints the environment with which they
 * find them, as JSON. A process of its own: one that has begun before the packages were installed does not find them.
 */
const build = await makeTestBuild();
const database = await makeMigratedDatabase();
console.info(JSON.stringify({ ...build.environment, ...database.environment }));
