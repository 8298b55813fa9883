import type { InferRequestType } from "hono/client";
import type { DemoCommand } from "../../worker/contract/demo/demo-types.ts";
import type { api } from "../state/api.ts";

type Body = InferRequestType<typeof api.demo.commands.$post>["json"];

const PRICES = ["price", "limitPrice", "stop", "target", "trail"];

/** A command for a Worker of the version before, which takes decimals of symbols that are all priced in cents. */
export function decimalCommand(command: DemoCommand): Exclude<Body, { command: unknown }> {
  const flat = command.type === "place" ? placeFields(command) : command;
  // A test holds that the version before reads the same command.
  return Object.fromEntries(Object.entries(flat).map(decimalField)) as Exclude<Body, { command: unknown }>;
}

function placeFields({ order, run }: Extract<DemoCommand, { type: "place" }>) {
  return { run, ...order, type: "place", orderType: order.type };
}

function decimalField([name, value]: [string, unknown]): [string, unknown] {
  if (name === "units") return ["amount", divided(value, 10 ** 8)];
  if (name === "startCents") return ["startBalance", divided(value, 100)];
  if (name === "expiresAt" && typeof value === "number") return [name, new Date(value).toISOString()];
  return [name, PRICES.includes(name) ? divided(value, 100) : value];
}

function divided(value: unknown, by: number): unknown {
  return typeof value === "number" ? value / by : value;
}
