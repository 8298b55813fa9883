import { expect, setDefaultTimeout, test } from "bun:test";
import { LEVEL_MUTANTS, MUTANTS, programThatCatches, programThatCatchesLevels } from "./demo-mutants.ts";

setDefaultTimeout(600_000);

test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
  "the comparison of the engines finds the mistake: %s",
  async (_, mutant) => {
    expect(await programThatCatches(mutant)).not.toBeNull();
  },
);

test.each(LEVEL_MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
  "an engine that is fed by levels with a mistake misses something: %s",
  async (_, mutant) => {
    expect(await programThatCatchesLevels(mutant)).not.toBeNull();
  },
);

test("a mutant whose text the engine no longer has is an error", async () => {
  const [mutant] = MUTANTS;
  if (!mutant) throw new Error("no mutants");
  await expect(programThatCatches({ ...mutant, text: "no such text" })).rejects.toThrow("0 times instead of once");
});
