import { beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { effect, signal } from "@preact/signals-react";
import { forEachOwner, ownerId, setOwner } from "./owner.ts";

setDefaultTimeout(600_000);
beforeEach(() => setOwner(null));

test("what is registered begins anew for each other person and for nobody, and not for the same one", () => {
  const begun: [string | null, string | null][] = [];
  forEachOwner((id, before) => begun.push([id, before]));
  for (const id of [null, "ana", "ana", "ben", null]) setOwner(id);
  expect(begun).toEqual([
    ["ana", null],
    ["ben", "ana"],
    [null, "ben"],
  ]);
});

test("code that is loaded after a log-in begins at once for the person who is there", () => {
  setOwner("ana");
  const begun: (string | null)[] = [];
  forEachOwner((id) => begun.push(id));
  expect(begun).toEqual(["ana"]);
});

test("nobody sees what one module has of the person before beside what another has of the next", () => {
  const [first, second] = [signal("nobody"), signal("nobody")];
  forEachOwner((id) => {
    first.value = id ?? "nobody";
  });
  forEachOwner(() => {
    second.value = ownerId() ?? "nobody";
  });
  const seen: string[] = [];
  const stop = effect(() => void seen.push(`${first.value} ${second.value}`));
  setOwner("ana");
  setOwner("ben");
  stop();
  expect(seen).toEqual(["nobody nobody", "ana ana", "ben ben"]);
});
