/** Why an import refuses the results of a demo account. */
export const DEMO_RESULTS_TEXT = "These are results of a demo account, which are not money: they cannot be imported";
