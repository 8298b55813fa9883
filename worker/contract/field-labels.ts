/** The labels of input fields on the screens, by their names in the API, for messages to users. */
export const FIELD_LABELS = {
  firstName: "First name",
  lastName: "Last name",
  username: "Username",
  email: "E-mail",
  password: "Password",
  phone: "Phone Number",
  address: "Address",
  bankName: "Bank Name",
  accountId: "Account Number",
  requestMessage: "Request message",
  bankReference: "Bank reference",
  paymentId: "Payment ID",
  note: "Note",
  notes: "Note",
  reason: "Reason",
} as const;
