import { expect, setDefaultTimeout, test } from "bun:test";
import { ALERT_MUTANTS, programThatCatchesAlerts } from "./alert-mutants.ts";

setDefaultTimeout(600_000);

test.each(ALERT_MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
  "the comparison of the alerts with their rules finds the mistake: %s",
  async (_, mutant) => {
    expect(await programThatCatchesAlerts(mutant)).not.toBeNull();
  },
);

test("a mutant whose text the book no longer has is an error", async () => {
  const [mutant] = ALERT_MUTANTS;
  if (!mutant) throw new Error("no mutants");
  await expect(programThatCatchesAlerts({ ...mutant, text: "no such text" })).rejects.toThrow(
    "0 times instead of once",
  );
});
