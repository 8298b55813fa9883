import { expect, test } from "bun:test";
import { ACCESS } from "../../worker/access.ts";
import { ADMIN_READS, OTHER_READS } from "./admin-reads.ts";

test("every read of the admin API is measured or has a reason why not", () => {
  const isRead = ({ method, path }: (typeof ACCESS)[number]) => method === "GET" || path.endsWith("/export");
  const reads = ACCESS.filter((row) => row.who === "admin" && isRead(row)).map(({ path }) => path);
  const named = [...ADMIN_READS.map(({ path }) => path), ...Object.keys(OTHER_READS)];
  expect(named.sort()).toEqual(reads.sort());
});
