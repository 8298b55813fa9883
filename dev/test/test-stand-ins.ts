/** Longer than any test. The database's stand-in takes no outage without an end, and none that is longer. */
const OUTAGE_S = 3_600;

/**
 * Makes a stand-in fail until its outage is ended with the mode `off`, which a test does in `afterEach`: an outage of a
 * minute would be over on a slow machine before the test has seen its effects.
 */
export async function outage(standInUrl: string, mode: string): Promise<void> {
  await control(standInUrl, "/outage", mode === "off" ? { mode } : { mode, seconds: OUTAGE_S });
}

/** Sends a control command to a stand-in. @throws Error when it is refused */
export async function control(url: string, path: string, body: object): Promise<void> {
  const reply = await fetch(url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
}
