/** What the screens call the inputs that people type into, by their names in the API: messages are read by people. */
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

/** An input as its screen calls it; one that no screen has keeps its name. */
export function fieldLabel(field: string): string {
  return LABELS[field] ?? field;
}
