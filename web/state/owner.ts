import { batch } from "@preact/signals-react";

/** Whose data this page has. What a module keeps of a person begins anew for the next one, by what it registers here. */

type Begin = (id: string | null, before: string | null) => void;

let owner: string | null = null;
const registered: Begin[] = [];

/** The person whose data this page has; null when nobody is signed in. */
export function ownerId(): string | null {
  return owner;
}

/**
 * Registers how a module begins for another person, or for nobody. It runs before any component or effect sees that person,
 * and at once where somebody is signed in already, as for code that is loaded later.
 */
export function forEachOwner(begin: Begin): void {
  registered.push(begin);
  if (owner !== null) batch(() => begin(owner, null));
}

/** Sets the person; the session does. */
export function setOwner(id: string | null): void {
  if (id === owner) return;
  const before = owner;
  owner = id;
  batch(() => {
    for (const begin of registered) begin(id, before);
  });
}
