/** Answers to admins about identities. */
export const IDENTITY_ADMIN_TEXT = {
  cardUsed: (names: string) =>
    `The same card is at another account: ${names}. Say why it is verified nevertheless, ask the client, or reject it.`,
} as const;
