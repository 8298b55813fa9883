import * as z from "zod";

/**
 * The approvals that the admin's dialog showed when they decided: `have` all that were on record about the item,
 * `need` how many the action takes. The verb compares it by `assertApprovalsSeen`.
 */
export const approvalsSeen = z
  .strictObject({ have: z.number().int().min(0), need: z.number().int().min(1) })
  .optional();

/** The body of every decision about a versioned item: the state that the admin's dialog showed. */
export const itemSeen = { version: z.number().int(), approvals: approvalsSeen };
