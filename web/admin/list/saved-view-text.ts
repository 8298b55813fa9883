/** Texts of the views that an admin saves. */
export const SAVED_VIEW_TEXT = {
  group: "Saved by me",
  save: "Save view",
  title: "Save this view",
  lead: "The filter and the order of this list, for yourself. Whom you searched for is not kept.",
  name: "Name",
  missing: "Enter a name",
  submit: "Save",
  saved: (name: string) => `${name} is saved`,
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} is removed`,
  undo: "Undo",
  failed: "That was not done. Try again in a moment.",
} as const;
