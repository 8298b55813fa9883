import { expect, setDefaultTimeout, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import type { DemoEvent } from "../../worker/contract/demo/demo-types.ts";
import { demoLink, demoRun, followDemo, forgetDemo, retryDemo } from "../demo/demo-account.ts";
import { arrive } from "../state/session.ts";
import { apiServer, type Call, refuse } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { fc } from "../test/property.ts";
import { trader } from "../test/trader.ts";
import { LineBoard } from "./board.ts";
import type { LineKind, TradeLine } from "./trade-lines.ts";

setDefaultTimeout(600_000);

const context = apiServer();
const COMMANDS = "POST /api/demo/commands";

const PLACE = { type: "place", run: 1, symbol: "BTCUSD", side: "buy", orderType: "market", amount: 0.01 } as const;

/** The lines of a position with a stop and a target, and of a limit order, at a market of 67,000. */
async function withLines(
  work: (given: { account: FakeDemoAccount; board: LineBoard; problems: string[] }) => Promise<void>,
) {
  const account = new FakeDemoAccount(context.server);
  account.quote({ BTCUSDm: 67_000 });
  account.commandElsewhere({ ...PLACE, stop: 66_000, target: 68_000 });
  account.commandElsewhere({ ...PLACE, orderType: "limit", price: 60_000 });
  forgetDemo();
  arrive(trader(), null);
  const problems: string[] = [];
  const board = new LineBoard({ symbol: "BTCUSDm", onProblem: (message) => problems.push(message) });
  const stops = [followDemo(), board.follow()];
  try {
    await waitFor(() => expect(demoLink.value).toBe("live"));
    account.quote({ BTCUSDm: 67_000 });
    await work({ account, board, problems });
  } finally {
    for (const stop of stops) stop();
  }
}

function lineOf(board: LineBoard, kind: LineKind): TradeLine {
  const line = board.lines.value.find((one) => one.kind === kind);
  if (!line) throw new Error(`there is no ${kind}`);
  return line;
}

/** Moves a line to a price in dollars, and drops it there. */
function drag(board: LineBoard, kind: LineKind, dollars: number): Promise<void> {
  board.hold(lineOf(board, kind));
  board.moveTo(dollars * 100);
  return board.drop();
}

const sent = () =>
  context.server.callsOf(COMMANDS).map(({ body }) => (body as { command: { type: string; version: number } }).command);

test("a dropped line sends one amendment with the version that was seen, and stays where it was dropped", async () => {
  await withLines(async ({ account, board, problems }) => {
    await drag(board, "stop", 66_500);
    expect(sent()).toEqual([
      { type: "amend_position", positionId: 1, version: 1, stop: 6_650_000, target: 6_800_000, trail: null } as never,
    ]);
    expect(account.state.run?.positions[0]).toMatchObject({ stop: 6_650_000, version: 2 });
    expect(board.stepsOf(lineOf(board, "stop"))).toBe(6_650_000);
    await drag(board, "order", 61_000);
    expect(account.state.run?.orders).toMatchObject([{ price: 6_100_000, version: 2 }]);
    expect(problems).toEqual([]);
  });
});

test("a line that may not be there says why, and is not sent", async () => {
  await withLines(async ({ board }) => {
    board.hold(lineOf(board, "stop"));
    board.moveTo(6_720_000);
    expect(board.held.value?.trial.fault).toBe("A stop stands below the price here");
    await board.drop();
    board.hold(lineOf(board, "target"));
    board.moveTo(6_690_000);
    expect(board.held.value?.trial.fault).toBe("A target stands above the price here");
    await board.drop();
    expect(board.held.value).toBeNull();
    expect(sent()).toEqual([]);
  });
});

test("a limit order that is moved beyond the market says that it fills at once", async () => {
  await withLines(async ({ account, board }) => {
    board.hold(lineOf(board, "order"));
    board.moveTo(6_710_000);
    expect(board.held.value?.trial).toEqual({ fault: null, fillsAtOnce: true });
    await board.drop();
    expect(account.state.run?.positions).toHaveLength(2);
  });
});

test("a line that is put back where it was, or let go by Esc, sends nothing", async () => {
  await withLines(async ({ board }) => {
    await drag(board, "stop", 66_000);
    board.hold(lineOf(board, "stop"));
    board.moveTo(6_650_000);
    board.cancel();
    await board.drop();
    expect(sent()).toEqual([]);
    expect(board.stepsOf(lineOf(board, "stop"))).toBe(6_600_000);
  });
});

test("a move ends with its chart, and is not sent", async () => {
  await withLines(async ({ board }) => {
    const leave = board.follow();
    board.hold(lineOf(board, "stop"));
    board.moveTo(6_650_000);
    leave();
    await board.drop();
    expect([board.held.value, sent()]).toEqual([null, []]);
  });
});

test("a change by another device ends the move, and shows its price", async () => {
  await withLines(async ({ account, board }) => {
    board.hold(lineOf(board, "stop"));
    board.moveTo(6_650_000);
    account.commandElsewhere({
      type: "amend_position",
      positionId: 1,
      version: 1,
      stop: 65_000,
      target: null,
      trail: null,
    });
    await waitFor(() => expect(board.held.value).toBeNull());
    await board.drop();
    expect(sent()).toEqual([]);
    expect(board.stepsOf(lineOf(board, "stop"))).toBe(6_500_000);
  });
});

test("of a position whose line was sent, no other line is moved before the answer", async () => {
  await withLines(async ({ board }) => {
    const first = drag(board, "stop", 66_500);
    await drag(board, "target", 69_000);
    await drag(board, "order", 61_000);
    await first;
    // They may arrive in another order than they are sent in.
    expect(
      sent()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(["amend_order", "amend_position"]);
  });
});

test("a trailing stop is moved by its distance from the price at which the position would be closed", async () => {
  await withLines(async ({ account, board }) => {
    account.commandElsewhere({
      type: "amend_position",
      positionId: 1,
      version: 1,
      stop: null,
      target: null,
      trail: 500,
    });
    await waitFor(() => expect(lineOf(board, "trail").steps).toBe(6_650_000));
    await drag(board, "trail", 66_800);
    expect(account.state.run?.positions[0]).toMatchObject({ trail: 20_000, stop: null });
    expect(lineOf(board, "trail").steps).toBe(6_680_000);
  });
});

test("its × takes an exit away and cancels an order", async () => {
  await withLines(async ({ account, board }) => {
    await board.remove(lineOf(board, "stop"));
    await board.remove(lineOf(board, "order"));
    expect(account.state.run?.positions[0]).toMatchObject({ stop: null, target: 6_800_000 });
    expect(account.state.run?.orders).toEqual([]);
  });
});

test("a refused move returns the line and says why", async () => {
  await withLines(async ({ board, problems }) => {
    context.server.on(COMMANDS, () => refuse("wrong_state", "changed"));
    await drag(board, "stop", 66_500);
    expect(problems).toEqual(["Not moved: it was changed elsewhere first"]);
    expect(board.stepsOf(lineOf(board, "stop"))).toBe(6_600_000);
  });
});

test("a move without an answer keeps its key, also while another line is moved", async () => {
  await withLines(async ({ board }) => {
    const carryOut = context.server.answerOf(COMMANDS);
    context.server.on(COMMANDS, () => refuse("service_down", "Please try again"));
    await drag(board, "stop", 66_500);
    context.server.on(COMMANDS, carryOut);
    await drag(board, "order", 61_000);
    await drag(board, "stop", 66_500);
    const [lost, other, again] = context.server.callsOf(COMMANDS).map(({ headers }) => headers.get("Idempotency-Key"));
    expect(again).toBe(lost ?? "");
    expect(other).not.toBe(lost ?? "");
  });
});

const versions = (trades: readonly { id: number; version: number }[] = []) =>
  trades.map(({ id, version }) => ({ id, version }));

const moves = fc.array(
  fc.record({
    kind: fc.constantFrom<LineKind>("stop", "target", "order"),
    offset: fc.integer({ min: 1, max: 900 }),
    /** `late`: the socket brings the change before the answer. `lost`: carried out without an answer. `down`: not carried out. */
    answer: fc.constantFrom("soon", "late", "lost", "down"),
    isChangedElsewhere: fc.boolean(),
    isSocketLost: fc.boolean(),
  }),
  { minLength: 1, maxLength: 7 },
);
const PLACES: Partial<Record<LineKind, number>> = { stop: 65_000, target: 67_100, order: 60_000 };

test("n drags are n amendments of one order and one position, in any order of the network", async () => {
  await fc.assert(
    fc.asyncProperty(moves, async (list) => {
      context.server.calls.length = 0;
      await withLines(async ({ account, board }) => {
        const carryOut = context.server.answerOf(COMMANDS);
        const release = Promise.withResolvers<void>();
        let answer = "soon";
        const executed: DemoEvent["type"][] = [];
        context.server.on(COMMANDS, async (call: Call) => {
          if (answer === "down") return refuse("service_down", "Please try again");
          const mode = answer;
          const before = account.version;
          const response = await carryOut(call);
          if (account.version > before) executed.push("order_amended");
          if (mode === "late") await release.promise;
          return mode === "lost" ? refuse("service_down", "Please try again") : response;
        });
        let dropped = 0;
        let changedElsewhere = 0;
        const drops: Promise<void>[] = [];
        for (const { kind, offset, isChangedElsewhere, isSocketLost, ...move } of list) {
          answer = move.answer;
          if (isSocketLost) {
            account.disconnect();
            account.connect();
          }
          board.hold(lineOf(board, kind));
          if (board.held.value === null) continue;
          board.moveTo(((PLACES[kind] ?? 0) + offset) * 100);
          if (isChangedElsewhere && kind === "order") {
            const { version } = account.state.run?.orders[0] ?? { version: 0 };
            const terms = { amount: 0.02, price: 60_000, limitPrice: null, stop: null, target: null, trail: null };
            account.commandElsewhere({ type: "amend_order", orderId: 2, version, ...terms, expiresAt: null });
            changedElsewhere += 1;
          }
          const isMoved = board.held.value !== null && board.held.value.steps !== board.held.value.line.steps;
          if (isMoved) dropped += 1;
          const drop = board.drop();
          drops.push(drop);
          if (move.answer !== "late") await drop;
        }
        release.resolve();
        await Promise.all(drops);

        const bodies = sent();
        expect(bodies.length).toBe(dropped);
        expect(bodies.every(({ type }) => type.startsWith("amend_"))).toBe(true);
        const { positions = [], orders = [], opened } = account.state.run ?? {};
        expect([positions.length, orders.length, opened]).toEqual([1, 1, 1]);
        const amended = (positions[0]?.version ?? 0) + (orders[0]?.version ?? 0) - 2;
        expect(amended).toBe(executed.length + changedElsewhere);
        expect(executed.length).toBeLessThanOrEqual(dropped);

        // In the end the page shows what the server has.
        await waitFor(() => {
          retryDemo();
          expect([versions(demoRun.value?.positions), versions(demoRun.value?.orders)]).toEqual([
            versions(positions),
            versions(orders),
          ]);
        });
        expect(board.stepsOf(lineOf(board, "stop"))).toBe(positions[0]?.stop ?? 0);
        expect(board.stepsOf(lineOf(board, "order"))).toBe(orders[0]?.price ?? 0);
      });
    }),
    { numRuns: 25 },
  );
});
