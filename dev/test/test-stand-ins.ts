/** Makes a stand-in fail, until `off` or for a minute. */
export async function outage(standInUrl: string, mode: string): Promise<void> {
  await control(standInUrl, "/outage", mode === "off" ? { mode } : { mode, seconds: 60 });
}

/** Tells a stand-in what to do. */
export async function control(url: string, path: string, body: object): Promise<void> {
  const reply = await fetch(url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
}
