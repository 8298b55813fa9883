/** Formats a time for the API: ISO 8601, UTC. @param atMs epoch ms */
export function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** As {@link iso}; null stays null. */
export function isoOrNull(atMs: number | null): string | null {
  return atMs === null ? null : iso(atMs);
}
