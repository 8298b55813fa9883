import { join } from "node:path";
import { type CloudflareAccount, signedInAccounts } from "./setup/account-steps.ts";
import { commandOf } from "./setup/command.ts";
import { settingsFilesIn } from "./setup/settings-file.ts";
import { OWN_WRANGLER, REPOSITORY } from "./setup/setup-context.ts";

/**
 * Refuses a deploy into an account that no stage of this machine is bound to. `bun run setup` binds a stage to its account; a
 * machine without settings files names the account in CLOUDFLARE_ACCOUNT_ID.
 */

/** `accounts`: signed in to; `chosen`: the id that the environment names; `stages`: the account of each settings file, if it has one. */
type DeployFacts = {
  accounts: readonly CloudflareAccount[];
  chosen: string | undefined;
  stages: ReadonlyArray<{ stage: string; accountId: string | undefined }>;
};

/** Where a deploy goes, or why it must not. */
export function deployTarget({ accounts, chosen, stages }: DeployFacts): { target: string } | { fault: string } {
  if (accounts.length === 0) return { fault: "wrangler is not signed in: run `bunx wrangler login`." };
  const account = chosen === undefined ? accounts[0] : accounts.find(({ id }) => id === chosen);
  const list = accounts.map(({ id, name }) => `  ${id}  ${name}`).join("\n");
  if (!account || (chosen === undefined && accounts.length > 1)) {
    return { fault: `Set CLOUDFLARE_ACCOUNT_ID to one of these accounts:\n${list}` };
  }
  const bound = stages.find(({ accountId }) => accountId === account.id);
  if (bound) return { target: `${bound.stage}, the account ${account.name} (${account.id})` };
  if (stages.length === 0 && chosen !== undefined) return { target: `the account ${account.name} (${account.id})` };
  const known = stages.map(({ stage, accountId }) => `${stage}: ${accountId ?? "not bound to an account yet"}`);
  const why = known.length === 0 ? "there is no settings file here" : `here are ${known.join(", ")}`;
  return { fault: `The account ${account.name} (${account.id}) is bound to no stage: ${why}. Run \`bun run setup\`.` };
}

if (import.meta.main) {
  const { accounts } = await signedInAccounts(commandOf(OWN_WRANGLER));
  const chosen = process.env.CLOUDFLARE_ACCOUNT_ID;
  const stages = settingsFilesIn(join(REPOSITORY, ".setup")).map(({ stage, file }) => {
    return { stage, accountId: file.get("CLOUDFLARE_ACCOUNT_ID") };
  });
  const found = deployTarget({ accounts, chosen, stages });
  if ("fault" in found) {
    console.error(`Nothing is deployed. ${found.fault}`);
    process.exit(1);
  }
  console.info(`Deploying to ${found.target}.`);
}
