import { App } from "../app.tsx";
import type { User } from "../state/api.ts";
import { check } from "../state/session.ts";
import { type ApiServer, ok, refuse } from "./api-server.ts";
import { FakeDemoAccount } from "./fake-demo-account.ts";
import { render } from "./render.tsx";

const CHECK = "GET /api/auth/check";

/**
 * Opens the application as a newly loaded document: the session check is pending at first, and then returns `as`, or no
 * session. Who is signed in has a demo account, unless the test has made one.
 */
export async function openApp(
  server: ApiServer,
  { at, as }: { at: string; as: User | null },
): Promise<ReturnType<typeof render>> {
  // A page that was closed just now drops what it has read in a task of its own.
  await Promise.resolve();
  const answer =
    as === null ? () => refuse("not_signed_in", "Please log in") : () => ok({ user: as, token: "token-1" });
  if (as && !server.answers("GET /api/demo/state")) new FakeDemoAccount(server);
  const first = Promise.withResolvers<Response>();
  server.on(CHECK, () => first.promise);
  if (as) server.on("GET /api/user/balance", () => ok({ balance: as.balance }));
  // The application's own check joins this one.
  void check();
  const result = render(<App />, { at });
  server.on(CHECK, answer);
  first.resolve(answer());
  return result;
}
