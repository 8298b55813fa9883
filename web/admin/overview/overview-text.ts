/** The words of the desk's first page. */
export const OVERVIEW_TEXT = {
  title: "Overview",
  loading: "Loading the overview",
  failed: "The overview could not be loaded",
  failedDetail: "Nothing was decided or lost. Try again in a moment.",
  nothing: "Nothing",
  waiting: "Waiting",
  oldest: (age: string) => `oldest ${age}`,
  queues: {
    withdrawals: "Withdrawals",
    review: "To review",
    secondWord: "For a second admin",
    held: "On security hold",
    payout: "To be paid out",
    claims: "Being worked on",
    identities: "Identities",
    identitiesPending: "To review",
    exceptions: "Exceptions",
    exceptionsOpen: "To decide",
  },
} as const;
