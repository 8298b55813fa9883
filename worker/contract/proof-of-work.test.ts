import { expect, test } from "bun:test";
import { pbkdf2Sync } from "node:crypto";
import { isSolution } from "./proof-of-work.ts";

/** How many zeros 32 bits of PBKDF2 begin with, by another implementation. */
function zerosOf(nonce: string, answer: number, iterations: number): number {
  return Math.clz32(pbkdf2Sync(String(answer), nonce, iterations, 4, "sha256").readUInt32BE());
}

test("an answer is right from the number of zeros on that its digest begins with", async () => {
  const nonce = "eyJhbGciOiJIUzI1NiJ9.e30.abc";
  for (let answer = 0; answer < 64; answer += 1) {
    const zeros = zerosOf(nonce, answer, 7);
    for (const zeroBits of [zeros, zeros + 1]) {
      expect([answer, await isSolution({ nonce, iterations: 7, zeroBits }, answer)]).toEqual([
        answer,
        zeroBits === zeros,
      ]);
    }
  }
});

test("an answer to one nonce is none to another, and the iterations count", async () => {
  const challenge = { nonce: "one", iterations: 5, zeroBits: 8 };
  const answer = await (async () => {
    for (let tried = 0; ; tried += 1) if (await isSolution(challenge, tried)) return tried;
  })();
  const others = [zerosOf("two", answer, 5), zerosOf("one", answer, 6)];
  expect([
    await isSolution({ ...challenge, nonce: "two" }, answer),
    await isSolution({ ...challenge, iterations: 6 }, answer),
  ]).toEqual(others.map((zeros) => zeros >= 8));
});
