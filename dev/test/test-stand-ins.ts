/** Makes a stand-in fail for a minute, or ends its outage with the mode `off`. */
export async function outage(standInUrl: string, mode: string): Promise<void> {
  await control(standInUrl, "/outage", mode === "off" ? { mode } : { mode, seconds: 60 });
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
