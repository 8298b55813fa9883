import { initialsOf } from "../../ui/avatar.tsx";

/** The initials of a whole name: of its first word and its last. */
export function initialsOfName(name: string): string {
  const [firstName = "", ...rest] = name.split(" ");
  return initialsOf({ firstName, lastName: rest.at(-1) ?? "" });
}
