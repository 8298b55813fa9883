/** How moments stand on the wire: ISO 8601, UTC. @param atMs epoch ms */
export function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** The same of what may not have been yet. */
export function isoOrNull(atMs: number | null): string | null {
  return atMs === null ? null : iso(atMs);
}
