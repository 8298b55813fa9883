/** Answers about a user's own data. Source: specification section 8, where it has the message. */
export const PROFILE_TEXT = {
  saved: "Your profile has been updated",
  methodsSaved: "Payment methods updated successfully!",
  notAnEmail: "Enter a valid e-mail address",
  notAUsername: "Use 3 to 32 letters, digits, dots or underscores",
  usernameTaken: "This username is taken",
  notAPhone: "Enter a phone number such as 012 345 678, or +66 81 234 5678 with the code of another country",
  notATimeZone: "This time zone is not known",
} as const;
