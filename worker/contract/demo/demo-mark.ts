/**
 * The mark of demo results in files. Each row of an export carries it in its ticket, so that a file that was renamed, or of which
 * only some rows are left, is still known for what it is.
 */

const PREFIX = "demo-";

/** The ticket of a demo order, deal or position: the run, then the numbers that name it. */
export function demoTicket(run: number, ...numbers: readonly number[]): string {
  return PREFIX + [run, ...numbers].join("-");
}

/** Whether a ticket has the mark. */
export function isDemoTicket(ticket: string): boolean {
  return ticket.trim().toLowerCase().startsWith(PREFIX);
}
