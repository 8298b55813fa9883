/** Answers to admins about the holder of a destination. */
export const HOLDER_ADMIN_TEXT = {
  differs: "The holder's name is not the account's. Say why it is paid nevertheless, ask the client, or reject it.",
  notCompared:
    "The holder's name and the account's are not in one script, so they are not compared. Say whether they are one person, ask the client, or reject it.",
  codeUnread:
    "The name in the payment code is not known yet. Open the code, or write the name that your bank shows for it.",
  holderUnknown: "The trader was not asked whose account this is. Write the holder's name that your bank shows for it.",
} as const;
