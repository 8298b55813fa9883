import type { Checked } from "./check-step.tsx";
import type { ImportOrder } from "./import-job.ts";
import { endOfNumber } from "./import-target.ts";
import { countOf, leftOutGroups } from "./left-out-groups.ts";
import { sentRows } from "./sent-rows.ts";
import type { OpenFile } from "./use-file-queue.ts";

/** What is sent of a file: its rows, and what the account keeps of the file. */
export async function importOrder(open: OpenFile, { target, clock }: Checked): Promise<ImportOrder> {
  const { file, statement, answers } = open;
  const { rows, open: positions, faults } = sentRows(statement, clock, Date.now());
  const { currency, platform, account: number, format, statedTotal, deposits } = statement;
  const account: ImportOrder["account"] =
    target.kind === "existing"
      ? target.account.number
      : {
          name: target.name,
          platform,
          currency: currency ?? "",
          accountNumber: endOfNumber(number),
          clock,
          mapping: answers.mapping ?? null,
        };
  return {
    account,
    head: {
      fileName: file.name,
      fileHash: await hashOf(file),
      format,
      clock,
      rows: { kind: rows.kind, count: rows.rows.length },
      leftOut: leftOutGroups(statement, faults).map((group) => ({ reason: group.key, count: countOf(group) })),
      statedTotal,
      deposits,
    },
    rows: rows.rows,
    open: positions,
  };
}

/** SHA-256 in hexadecimal digits. */
async function hashOf(file: Blob): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return hash.toHex();
}
