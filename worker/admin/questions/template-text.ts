/** The texts with which a question to a client can begin. They quote nothing: the admin adds names and sums. */
export const QUESTION_TEMPLATE_TEXT = {
  holder_name:
    "The bank account of your withdrawal seems to be in another person's name. Whose account is it? Please send a picture of the bank book, or change to an account in your own name.",
  change_account:
    "We can only pay to an account in your own name. Please save such an account as your payment method, and request the withdrawal again.",
  clearer_picture: "We cannot read the picture of your payment code. Please send it again, sharp and whole.",
  source_of_money:
    "Please tell us where the money of this withdrawal comes from, and send a picture that shows it, such as a bank statement.",
  clearer_card: "We cannot read the picture of your ID card. Please send it again, sharp and whole, without glare.",
  name_differs:
    "The name on your ID card differs from the one of your account. Which one is right? Please send a picture of another document that shows your name.",
  other_document: "Please send a picture of another document with your name and photograph, such as a passport.",
  whose_payment:
    "We received a payment that does not match your deposit. Whose account did it come from? Please send a picture of the payment in your banking app.",
  what_for:
    "We received a payment with another sum than your deposit. What is it for? Please tell us, so that we can add it correctly.",
  where_to_return:
    "We will send your payment back. To which account in your own name shall it go? Please give the bank and the account number.",
} as const;
