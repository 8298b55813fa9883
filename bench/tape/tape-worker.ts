import { runStep, STEPS } from "./tape-steps.ts";

/** Runs the step that the address names. The runtime's clock stands still meanwhile: the caller measures the time. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const step = STEPS.find((name) => name === searchParams.get("step"));
    if (step) await runStep(step, Number(searchParams.get("rate")), Number(searchParams.get("rounds")));
    return new Response("done");
  },
};
