/** The labels of input fields on the screens, by their names in the API, for messages to users. */
const LABELS: Partial<Record<string, string>> = {
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
};

/** The label of an input field; one without a label keeps its name. */
export function fieldLabel(field: string): string {
  return LABELS[field] ?? field;
}
