import { expect, test } from "bun:test";
import { deployTarget } from "./check-deploy-account.ts";

const LIVE = { id: "a".repeat(32), name: "Live" };
const TRIAL = { id: "b".repeat(32), name: "Trial" };
const production = { stage: "production", accountId: LIVE.id };

test.each([
  ["the account of a stage", { accounts: [LIVE], chosen: undefined, stages: [production] }, /^production, .* Live/],
  ["the stage that is chosen", { accounts: [LIVE, TRIAL], chosen: LIVE.id, stages: [production] }, /^production/],
  ["an account by name, without settings files", { accounts: [TRIAL], chosen: TRIAL.id, stages: [] }, /Trial/],
])("a deploy goes to %s", (_, facts, target) => {
  expect(deployTarget(facts)).toMatchObject({ target: expect.stringMatching(target) });
});

test.each([
  ["nobody is signed in", { accounts: [], chosen: undefined, stages: [production] }, /login/],
  ["there are two accounts", { accounts: [LIVE, TRIAL], chosen: undefined, stages: [production] }, /Trial/],
  ["the chosen one is not signed in", { accounts: [LIVE], chosen: TRIAL.id, stages: [production] }, /one of these/],
  ["it is no stage's", { accounts: [TRIAL], chosen: undefined, stages: [production] }, /Trial .* bound to no stage/],
  ["it is no stage's, though it is named", { accounts: [TRIAL], chosen: TRIAL.id, stages: [production] }, /no stage/],
  ["nothing says whose it is", { accounts: [LIVE], chosen: undefined, stages: [] }, /no settings file/],
  [
    "the stage is not bound yet",
    { accounts: [LIVE], chosen: undefined, stages: [{ stage: "production", accountId: undefined }] },
    /not bound to an account yet.*bun run setup/,
  ],
])("nothing is deployed where %s", (_, facts, fault) => {
  expect(deployTarget(facts)).toEqual({ fault: expect.stringMatching(fault) });
});
