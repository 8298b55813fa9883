import { answerCall } from "../../worker/demo/stub-account.ts";
import product from "../../worker/index.ts";

/** The product's Worker with accounts that only keep what the trigger book delivers, and a route to the calls of objects. */

// Wrangler exports the classes of Durable Objects from the entry.
export { DemoAccount } from "../../worker/demo/stub-account.ts";
export * from "../../worker/index.ts";

type Fetch = typeof product.fetch;

export default {
  ...product,
  fetch: (...[request, env, context]: Parameters<Fetch>) =>
    // The bindings of a stack that is started with the stub's class.
    answerCall(request, env as Parameters<typeof answerCall>[1]) ?? product.fetch(request, env, context),
};
