/** What must reach the API in the session that a log-out ends. */

const registered: (() => Promise<unknown>)[] = [];

/** Registers what a log-out waits for. It does not reject. */
export function beforeLogOut(finish: () => Promise<unknown>): void {
  registered.push(finish);
}

/** Sends what waits. */
export async function finishBeforeLogOut(): Promise<void> {
  await Promise.all(registered.map((finish) => finish()));
}
