import type { InferRequestType } from "hono/client";
import type { DemoCommand, DemoExits, DemoOrderTerms } from "../../worker/contract/demo/demo-types.ts";
import type { api } from "../state/api.ts";

type Body = InferRequestType<typeof api.demo.commands.$post>["json"];
type Terms = Pick<DemoOrderTerms, "units" | "price" | "limitPrice" | "expiresAt" | keyof DemoExits>;

/** A command for a Worker of the version before, which takes decimals of symbols that are all priced in cents. */
export function decimalCommand(command: DemoCommand): Exclude<Body, { command: unknown }> {
  switch (command.type) {
    case "reset": {
      const { startCents, ...others } = command;
      return { ...others, startBalance: startCents / 100 };
    }
    case "place": {
      const { symbol, side, type, ...terms } = command.order;
      return { type: "place", run: command.run, symbol, side, orderType: type, ...decimalTerms(terms) };
    }
    case "amend_order": {
      const { type, orderId, version, ...terms } = command;
      return { type, orderId, version, ...decimalTerms(terms) };
    }
    case "amend_position":
      return { ...command, ...decimalExits(command) };
    case "close": {
      const { units, ...others } = command;
      return { ...others, amount: units === null ? null : units / 10 ** 8 };
    }
    default:
      return command;
  }
}

function decimalTerms({ units, price, limitPrice, expiresAt, ...exits }: Terms) {
  return {
    amount: units / 10 ** 8,
    price: dollars(price),
    limitPrice: dollars(limitPrice),
    ...decimalExits(exits),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}

function decimalExits({ stop, target, trail }: DemoExits) {
  return { stop: dollars(stop), target: dollars(target), trail: dollars(trail) };
}

function dollars(steps: number | null): number | null {
  return steps === null ? null : steps / 100;
}
