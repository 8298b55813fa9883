import { useQuery } from "../../state/use-query.ts";
import { adminKey } from "../core/admin-polling.ts";
import { searchPeople } from "./user-calls.ts";
import type { ListedUser } from "./user-types.ts";

/** Result of a search; `people` is null if it failed. */
export type FoundPeople = { search: string; people: ListedUser[] | null; hasMore: boolean };

/** Delay between the last key and the search. */
const PAUSE_MS = 180;

/**
 * Searches for people while the text changes. @returns the result for exactly this text; null for no text and while
 * loading
 */
export function usePeopleSearch(typed: string): FoundPeople | null {
  const search = typed.trim();
  const { value, error } = useQuery({
    key: search === "" ? null : adminKey("people", search),
    async fetch(signal) {
      // While the text changes, each key aborts the one before, which then sends nothing.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      return await searchPeople(search, signal);
    },
  });
  if (value !== null) return { search, ...value };
  return error === null ? null : { search, people: null, hasMore: false };
}
