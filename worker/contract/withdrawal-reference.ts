/**
 * What a payment of a withdrawal is called at the bank, and how admins name the request: the beginning of its id.
 * @param id the withdrawal's id, a UUID
 */
export function withdrawalReference(id: string): string {
  return id.slice(0, 8);
}
