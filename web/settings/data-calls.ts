import { answer, api } from "../state/api.ts";
import { provePassword } from "../state/fresh-proof.ts";

/** The calls about a user's data. Each throws ApiError or NetworkError. */

export type DataFormat = "json" | "csv";

/** Confirms the password, then starts a browser download, which streams a file of any size. */
export async function downloadData(format: DataFormat, password: string): Promise<void> {
  await provePassword(password);
  const link = document.createElement("a");
  link.href = `/api/user/export?format=${format}`;
  link.download = "";
  link.click();
}

/**
 * Closes the account permanently.
 * @param code of the second factor, where the account has one
 */
export async function closeAccount(password: string, code: string | undefined): Promise<void> {
  await answer(api.user.close.$post({ json: code === undefined ? { password } : { password, code } }));
}
