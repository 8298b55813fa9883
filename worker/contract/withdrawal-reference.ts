/**
 * The reference of a withdrawal's payment at the bank, and the short name of the request for admins: the first
 * characters of its id.
 * @param id the withdrawal's id, a UUID
 */
export function withdrawalReference(id: string): string {
  return id.slice(0, 8);
}
