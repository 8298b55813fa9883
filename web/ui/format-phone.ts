/** A stored phone number for the eye: `+855 12 345 678`. Other countries' numbers, and texts that are none, stay as they are. */
export function formatPhone(stored: string): string {
  return stored.replace(/^\+855(\d{2})(\d{3})(\d{3,4})$/, "+855 $1 $2 $3");
}
