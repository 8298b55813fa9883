/**
 * The operator's claims about the service, shown with the words of `figures-text.ts`. Set your own values before you
 * deploy; these are from section 1 of the specification. The page measures the latency while it is null here.
 */
export const CLAIMS: Readonly<Record<"traders" | "volume" | "uptime" | "latency", string | null>> = {
  traders: "10K+",
  volume: "$2.5B+",
  uptime: "99.9%",
  latency: null,
};
