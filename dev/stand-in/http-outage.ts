import type { Outage } from "./outage.ts";

/** How an HTTP service outside fails: an error, silence, nonsense from something in between, or a refusal. */
export const HTTP_OUTAGE_MODES = ["refuse", "hang", "html", "403", "429"] as const;
export type HttpOutageMode = (typeof HTTP_OUTAGE_MODES)[number];

/** What the service itself answers in the modes where it, and not something in between, speaks. */
export type OutageAnswers = Record<"refuse" | "403" | "429", () => Response>;

/**
 * Fails a call the way the outage says.
 * @returns null when nothing is wrong and the call shall be served
 */
export async function failCall(outage: Outage<HttpOutageMode>, answers: OutageAnswers): Promise<Response | null> {
  const { mode } = outage;
  switch (mode) {
    case "off":
      return null;
    case "hang":
      await outage.changed;
      return answers.refuse();
    case "html":
      return new Response("<html><head><title>Please wait</title></head><body><h1>One moment</h1></body></html>", {
        headers: { "Content-Type": "text/html" },
      });
    default:
      return answers[mode]();
  }
}
