import { expect, test } from "bun:test";
import { Heartbeat } from "./heartbeat.ts";

const WAITS = { pingEveryMs: 25_000, silentAfterMs: 5_000, pongWithinMs: 5_000 };
const START = 1_000_000;

/**
 * Beats once a second from the start; frames arrive at the given seconds.
 * @returns the second and kind of each action that is not `wait`
 */
function run(seconds: number, frameSeconds: readonly number[]): string[] {
  const heartbeat = new Heartbeat(WAITS, START);
  const acts: string[] = [];
  for (let second = 1; second <= seconds; second++) {
    if (frameSeconds.includes(second)) heartbeat.hear(START + second * 1_000);
    const act = heartbeat.beat(START + second * 1_000);
    if (act !== "wait") acts.push(`${act} ${second}`);
    if (act === "dead") break;
  }
  return acts;
}

const everySecond = Array.from({ length: 60 }, (_, i) => i + 1);

test("a socket that delivers prices is pinged every 25 seconds, because the server requires it", () => {
  expect(run(60, everySecond)).toEqual(["ping 25", "ping 50"]);
});

test("a silence of five seconds causes a ping, and any answer is enough", () => {
  expect(run(14, [6])).toEqual(["ping 5", "ping 11"]);
});

test("no answer within another five seconds ends the socket", () => {
  expect(run(60, [1, 2, 3])).toEqual(["ping 8", "dead 14"]);
});
