import type { MiddlewareHandler } from "hono";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import type { AppEnv } from "./scope.ts";

/** Stops one address from drowning the others. Approximate and per location: limits that must hold are in the database. */
export const limitFloods: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { success } = await c.env.REQUESTS_BY_ADDRESS.limit({ key: c.get("scope").address });
  if (!success) throw new AppError("too_many_requests", ERROR_TEXT.too_many_requests, { retryAfterS: 60 });
  await next();
};
