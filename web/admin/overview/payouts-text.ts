/** Texts of the overview's card about payouts: who may pay them. */
export const PAYOUTS_TEXT = {
  title: "Payouts",
  soleApprover: "One admin alone may approve and pay",
  soleApproverDetail: "This setting is for an operation with one admin. With two or more it should be off.",
} as const;
