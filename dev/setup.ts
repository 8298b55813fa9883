import { join } from "node:path";
import { parseArgs } from "node:util";
import { bucketsStep, databaseStep, toolsStep } from "./setup/account-steps.ts";
import { ownershipStep } from "./setup/ownership-step.ts";
import { adminStep, liveStep, passwordsStep, productStep, schemaStep } from "./setup/release-steps.ts";
import { servicesStep } from "./setup/service-step.ts";
import { configurationStep, settingsStep } from "./setup/settings-step.ts";
import { openSetup, REPOSITORY, type Setup, type Step } from "./setup/setup-context.ts";
import { telegramStep } from "./setup/telegram-step.ts";

/**
 * `bun run setup`: walks an empty Cloudflare and Turso account to a live product, step by step. Each step looks at what is there
 * before it does anything, so the set-up can be stopped and run again. A step that needs a person says what is missing and where
 * to get it, and ends the run with exit code 1. `docs/deploy.md` has the same by hand.
 *
 * `--dry-run` only looks. `--stage NAME` (default production) sets up another environment with a settings file of its own.
 * `--replace-secrets ACCOUNT_NAME` sends the file's values over secrets that were not sent from it.
 * `--database NAME`, `--group NAME` and `--location CODE` name what is made at Turso; `--folder DIR` (default .setup) is where
 * the settings file is; `--wrangler PATH` and `--turso PATH` name other tools; `--live-within SECONDS` (default 120) is how long the
 * last step waits for the product; `--no-questions` asks nothing, as where no terminal is.
 */

const STEPS: readonly Step[] = [
  toolsStep,
  ownershipStep,
  settingsStep,
  configurationStep,
  databaseStep,
  bucketsStep,
  servicesStep,
  schemaStep,
  passwordsStep,
  productStep,
  adminStep,
  liveStep,
  // Telegram asks for the address of the webhook at once, so that the product must be there.
  telegramStep,
];

/**
 * Shows what a run will change before it changes anything, up to the step that needs a person. A step that waits for an earlier one
 * shows nothing yet.
 */
async function showPlan(setup: Setup): Promise<void> {
  const [plan, notes]: [string[], string[]] = [[], []];
  for (const [at, step] of STEPS.entries()) {
    const finding = await step.look({ ...setup, isDryRun: true });
    if (finding.state === "missing") plan.push(`${at + 1}/${STEPS.length} ${step.title}: ${finding.what}`);
    if (finding.state === "done") notes.push(...(finding.notes ?? []));
    // One that has nothing to say waits for what an earlier step makes.
    if (finding.state === "blocked" && finding.help.length > 0) break;
  }
  if (plan.length === 0) return;
  console.info("This run will, in this order:");
  for (const line of [...plan, ...notes]) console.info(indent(line));
  if (setup.ask && setup.ask("Go on? Type yes: ")?.trim() !== "yes") throw new Error("nothing was changed");
}

/** @returns whether the product is live, or, in a dry run, whether all steps could be looked at */
async function run(setup: Setup): Promise<boolean> {
  if (!setup.isDryRun) await showPlan(setup);
  for (const [at, step] of STEPS.entries()) {
    const say = (sign: string, text: string) =>
      console.info(`${sign.padEnd(5)} ${at + 1}/${STEPS.length} ${step.title}: ${text}`);
    let finding = await step.look(setup);
    if (finding.state === "missing" && setup.isDryRun) {
      say("would", finding.what);
      continue;
    }
    if (finding.state === "missing") {
      say("do", finding.what);
      for (const line of await finding.make()) console.info(indent(line));
      finding = await step.look(setup);
      if (finding.state === "missing") throw new Error(`it is still missing: ${finding.what}`);
    }
    if (finding.state === "blocked") {
      say(setup.isDryRun ? "needs" : "STOP", finding.what);
      for (const line of finding.help) console.info(indent(line));
      if (setup.isDryRun) continue;
      console.info("\nRun `bun run setup` again when that is done: it goes on here.");
      return false;
    }
    say("ok", finding.what);
    for (const note of finding.notes ?? []) console.info(indent(note));
  }
  return true;
}

const indent = (text: string) => text.replaceAll(/^/gm, "      ");

const startedAt = performance.now();
try {
  const { values } = parseArgs({
    options: {
      stage: { type: "string", default: "production" },
      "dry-run": { type: "boolean", default: false },
      folder: { type: "string", default: join(REPOSITORY, ".setup") },
      database: { type: "string" },
      group: { type: "string", default: "default" },
      location: { type: "string", default: "aws-ap-northeast-1" },
      wrangler: { type: "string" },
      turso: { type: "string", default: "turso" },
      "live-within": { type: "string", default: "120" },
      "replace-secrets": { type: "string" },
      "no-questions": { type: "boolean", default: false },
    },
  });
  const { stage } = values;
  if (!/^[a-z][a-z0-9-]*$/.test(stage)) throw new Error("--stage takes lower-case letters, digits and hyphens");
  const setup = openSetup({
    stage,
    isDryRun: values["dry-run"],
    folder: values.folder,
    database: values.database ?? (stage === "production" ? "tonle" : `tonle-${stage}`),
    group: values.group,
    location: values.location,
    wrangler: values.wrangler,
    turso: values.turso,
    replaceSecrets: values["replace-secrets"],
    ask: process.stdin.isTTY && !values["no-questions"] ? (question) => prompt(question) : null,
    liveWithinMs: Number(values["live-within"]) * 1000,
  });
  const isDone = await run(setup);
  if (isDone && !setup.isDryRun) console.info(`\nLive after ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
  process.exitCode = isDone ? 0 : 1;
} catch (error) {
  console.error(`\nThe step failed: ${error instanceof Error ? error.message : error}`);
  console.error("What was done stays done. Run `bun run setup` again when the cause is gone.");
  process.exitCode = 1;
}
