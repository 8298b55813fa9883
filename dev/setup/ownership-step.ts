import { existsSync } from "node:fs";
import { type CloudflareAccount, findAccount } from "./account-steps.ts";
import { settingsFilesIn } from "./settings-file.ts";
import { type Finding, type Setup, type Step, WORKERS } from "./setup-context.ts";
import { listSecrets, SECRETS_NOT_LISTED } from "./worker-secrets.ts";

/**
 * Nothing at Cloudflare is replaced that this settings file did not bring there. A stage is bound to one account, and a secret
 * that is set there and was not sent from here stops the run: a value made anew for a pepper or a key would make every password
 * and every second factor of the live product useless.
 */
export const ownershipStep: Step = {
  title: "What is there already",
  async look(setup): Promise<Finding> {
    const { account } = await findAccount(setup);
    if (!account) return { state: "blocked", what: "comes after the tools", help: [] };
    const help = bindingFaults(setup, account);
    if (help.length > 0) return { state: "blocked", what: "the account is not this stage's", help };

    const listed = await foreignSecrets(setup);
    // Not knowing what is there is no reason to make a value for it.
    if ("help" in listed) return { state: "blocked", what: SECRETS_NOT_LISTED, help: listed.help };
    const foreign = listed.names;
    const lacking = foreign.filter((name) => setup.file.get(name) === undefined);
    if (lacking.length > 0) return { state: "blocked", what: whatIsThere(lacking, account), help: copyHelp(setup) };
    const isConfirmed = setup.replaceSecrets === account.name;
    if (foreign.length > 0 && !isConfirmed && !setup.ask) {
      const option = `If the values of ${setup.file.path} are the right ones: bun run setup --replace-secrets '${account.name}'`;
      return { state: "blocked", what: whatIsThere(foreign, account), help: [...copyHelp(setup), option] };
    }
    const isBound = setup.file.get("CLOUDFLARE_ACCOUNT_ID") === account.id && setup.file.accountName() === account.name;
    if (isBound && foreign.length === 0) return { state: "done", what: `${account.name} is this stage's account` };
    const replaces = foreign.length === 0 ? "" : `, whose ${foreign.length} secrets are replaced by those of the file`;
    return {
      state: "missing",
      what: `bind ${setup.stage} to the account ${account.name} (${account.id})${replaces}`,
      async make() {
        if (foreign.length > 0 && !isConfirmed) confirm(setup, account, foreign);
        setup.file.recordOffered(foreign);
        if (setup.file.get("CLOUDFLARE_ACCOUNT_ID") === undefined) {
          setup.file.set("CLOUDFLARE_ACCOUNT_ID", account.id, "The Cloudflare account of this stage, and of no other.");
        }
        setup.file.recordAccountName(account.name);
        return [`bound to ${account.name}`];
      },
    };
  },
};

/** @throws Error unless the person types the account's name */
function confirm({ ask, file }: Setup, account: CloudflareAccount, names: readonly string[]): void {
  const question = `${whatIsThere(names, account)}. Type the account's name to replace them by the values of ${file.path}: `;
  if (ask?.(question)?.trim() !== account.name) throw new Error("that is not the account's name; nothing was replaced");
}

function whatIsThere(names: readonly string[], { name, id }: CloudflareAccount): string {
  return `${names.join(", ")} ${names.length === 1 ? "is" : "are"} set in the account ${name} (${id}) and ${names.length === 1 ? "was" : "were"} not sent from here`;
}

function copyHelp({ file }: Setup): string[] {
  return [
    `Is the product live already? Then put ${file.path} and ${file.sentPath} here, from the machine that set it up, or from your copies.`,
    "Another product, or another stage? Then choose an account of its own: CLOUDFLARE_ACCOUNT_ID in the file.",
    'Are the values lost? docs/operation.md, "The settings file is lost", says what can be kept.',
  ];
}

/** Why the account may not be this stage's. */
function bindingFaults({ file, stage, folder }: Setup, account: CloudflareAccount): string[] {
  // A file from which nothing was ever sent is no stage, but somebody's copy.
  const others = settingsFilesIn(folder).filter((one) => one.stage !== stage && existsSync(one.file.sentPath));
  const owners = others.filter((one) => one.file.get("CLOUDFLARE_ACCOUNT_ID") === account.id);
  if (owners.length > 0) {
    return owners.map(
      (one) => `${account.name} (${account.id}) is the account of ${one.stage}: a stage has one of its own.`,
    );
  }
  const name = file.accountName();
  if (name !== undefined && file.get("CLOUDFLARE_ACCOUNT_ID") === account.id && name !== account.name) {
    return [
      `${stage} is bound to the account ${name}, and ${account.id} is now called ${account.name}.`,
      `If it is the same, write that name into ${file.sentPath}.`,
    ];
  }
  return [];
}

/** The secrets of both Workers that are set and were not sent from this settings file. A Worker that does not exist has none. */
async function foreignSecrets(setup: Setup): Promise<{ names: string[] } | { help: string[] }> {
  const known = setup.file.sent();
  const names: string[] = [];
  for (const worker of Object.values(WORKERS)) {
    const list = await listSecrets(setup, worker);
    if (list && "help" in list) return list;
    const set = list?.names ?? [];
    names.push(...set.filter((name) => worker.secretNames.includes(name) && known[name] === undefined));
  }
  return { names };
}
