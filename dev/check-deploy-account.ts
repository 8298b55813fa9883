import { join } from "node:path";
import wranglerConfig from "../wrangler.toml";
import { type CloudflareAccount, signedInAccounts } from "./setup/account-steps.ts";
import { commandOf } from "./setup/command.ts";
import { settingsFilesIn } from "./setup/settings-file.ts";
import { OWN_WRANGLER, REPOSITORY } from "./setup/setup-context.ts";
import { deployedAddressFaults } from "./setup/worker-address.ts";

/**
 * Refuses a deploy into an account that no stage of this machine is bound to, or at an address that nobody reaches. `bun run setup` binds a stage to its account; a
 * machine without settings files names the account in CLOUDFLARE_ACCOUNT_ID.
 */

/** `accounts`: signed in to; `chosen`: the id that the environment names; `stages`: the account of each settings file, if it has one. */
type DeployFacts = {
  accounts: readonly CloudflareAccount[];
  chosen: string | undefined;
  stages: ReadonlyArray<{ stage: string; accountId: string | undefined }>;
};

/** Where a deploy goes, with the stage that is bound to the account, if one is; or why it must not. */
type DeployTarget = { target: string; stage: string | null } | { fault: string };

export function deployTarget({ accounts, chosen, stages }: DeployFacts): DeployTarget {
  if (accounts.length === 0) return { fault: "wrangler is not signed in: run `bunx wrangler login`." };
  const account = chosen === undefined ? accounts[0] : accounts.find(({ id }) => id === chosen);
  const list = accounts.map(({ id, name }) => `  ${id}  ${name}`).join("\n");
  if (!account || (chosen === undefined && accounts.length > 1)) {
    return { fault: `Set CLOUDFLARE_ACCOUNT_ID to one of these accounts:\n${list}` };
  }
  const bound = stages.find(({ accountId }) => accountId === account.id);
  const target = `the account ${account.name} (${account.id})`;
  if (bound) return { target: `${bound.stage}, ${target}`, stage: bound.stage };
  if (stages.length === 0 && chosen !== undefined) return { target, stage: null };
  const known = stages.map(({ stage, accountId }) => `${stage}: ${accountId ?? "not bound to an account yet"}`);
  const why = known.length === 0 ? "there is no settings file here" : `here are ${known.join(", ")}`;
  return { fault: `The account ${account.name} (${account.id}) is bound to no stage: ${why}. Run \`bun run setup\`.` };
}

/** The target of a deploy from this machine. `origin`: the address of its product, where that is known. */
export async function findDeployTarget(): Promise<{ target: string; origin: string | undefined } | { fault: string }> {
  const { accounts } = await signedInAccounts(commandOf(OWN_WRANGLER));
  const files = settingsFilesIn(join(REPOSITORY, ".setup"));
  const found = deployTarget({
    accounts,
    chosen: process.env.CLOUDFLARE_ACCOUNT_ID,
    stages: files.map(({ stage, file }) => ({ stage, accountId: file.get("CLOUDFLARE_ACCOUNT_ID") })),
  });
  if ("fault" in found) return found;
  const file = files.find(({ stage }) => stage === found.stage)?.file;
  return { target: found.target, origin: file?.get("APP_ORIGIN") ?? process.env.APP_ORIGIN };
}

if (import.meta.main) {
  const found = await findDeployTarget();
  const faults = "fault" in found ? [found.fault] : deployedAddressFaults(found.origin, wranglerConfig.env.production);
  if ("fault" in found || faults.length > 0) {
    console.error(`Nothing is deployed. ${faults.join("\n")}`);
    process.exit(1);
  }
  console.info(`Deploying to ${found.target}.`);
}
