import { useQuery } from "../../state/use-query.ts";
import { adminKey } from "./admin-polling.ts";

const TYPING_PAUSE_MS = 180;

/**
 * Searches while the text changes, a pause after the last key. The result is that of exactly this text.
 * @param name of what is searched, for the cache
 */
export function useTypedSearch<T>(
  name: string,
  typed: string,
  find: (search: string, signal: AbortSignal) => Promise<T>,
) {
  const search = typed.trim();
  const { value, error, isLoading } = useQuery({
    key: search === "" ? null : adminKey(name, search),
    async fetch(signal) {
      // While the text changes, each key aborts the one before, which then sends nothing.
      await new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE_MS));
      return await find(search, signal);
    },
  });
  return { search, value, hasFailed: error !== null && value === null, isLoading };
}
