import { answer, api } from "../state/api.ts";
import { provePassword } from "../state/fresh-proof.ts";

/** The calls about what is kept of a person. @throws ApiError | NetworkError, each of them */

export type DataFormat = "json" | "csv";

/** Proves the password and lets the browser save the file, which it takes as it comes, however large. */
export async function downloadData(format: DataFormat, password: string): Promise<void> {
  await provePassword(password);
  const link = document.createElement("a");
  link.href = `/api/user/export?format=${format}`;
  link.download = "";
  link.click();
}

/** @param code of the second factor, where there is one */
export async function closeAccount(password: string, code: string | undefined): Promise<void> {
  await answer(api.user.close.$post({ json: code === undefined ? { password } : { password, code } }));
}
