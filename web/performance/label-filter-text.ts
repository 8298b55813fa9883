export const labelFilterText = {
  setup: "Setup",
  allSetups: "All setups",
  noSetup: "No setup",
  tag: "Tag or mistake",
  allTags: "All tags",
  noTag: "No tag",
  noMistake: "No mistake",
  unknown: "A label that was removed",
} as const;
