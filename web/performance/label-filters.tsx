import { useSignals } from "@preact/signals-react/runtime";
import { NO_KEY, NO_MISTAKE } from "../../worker/contract/trade-groups.ts";
import { labelOf, labelsOf, useLabels } from "../journal/labels.ts";
import { Select } from "../ui/fields/select.tsx";
import { labelFilterText as text } from "./label-filter-text.ts";
import type { PageFilter } from "./trade-filter.ts";

type LabelFiltersProps = { filter: PageFilter; onFilter: (filter: PageFilter) => void };

/** The choice of a setup and of a tag or mistake, for who has some. */
export function LabelFilters({ filter, onFilter }: LabelFiltersProps) {
  useSignals();
  useLabels();
  const { setup, tag } = filter;
  const named = (labels: readonly { id: string; name: string }[]) =>
    labels.map(({ id, name }) => ({ value: id, label: name }));
  const setups = labelsOf("setup");
  const [tags, mistakes] = [labelsOf("tag"), labelsOf("mistake")];
  return (
    <>
      {(setups.length > 0 || setup !== null) && (
        <Select
          size="compact"
          label={text.setup}
          value={setup ?? ""}
          options={withChosen(
            [{ value: "", label: text.allSetups }, ...named(setups), { value: NO_KEY, label: text.noSetup }],
            setup,
          )}
          onChange={(id) => onFilter({ ...filter, setup: id || null })}
        />
      )}
      {(tags.length + mistakes.length > 0 || tag !== null) && (
        <Select
          size="compact"
          label={text.tag}
          value={tag ?? ""}
          options={withChosen(
            [
              { value: "", label: text.allTags },
              ...named(tags),
              { value: NO_KEY, label: text.noTag },
              ...named(mistakes),
              { value: NO_MISTAKE, label: text.noMistake },
            ],
            tag,
          )}
          onChange={(id) => onFilter({ ...filter, tag: id || null })}
        />
      )}
    </>
  );
}

type Option = { value: string; label: string };

/** An archived label of the address is a choice too. */
function withChosen(options: readonly Option[], chosen: string | null): readonly Option[] {
  if (chosen === null || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: labelOf(chosen)?.name ?? text.unknown }];
}

/** The names of the labels of a filter, as part of a sentence. */
export function LabelNames({ setup, tag }: Pick<PageFilter, "setup" | "tag">) {
  useSignals();
  const { isLoading } = useLabels();
  const nameOf = (id: string, none: Readonly<Record<string, string>>) =>
    none[id] ?? labelOf(id)?.name ?? (isLoading ? "…" : text.unknown);
  return [
    setup && nameOf(setup, { [NO_KEY]: text.noSetup }),
    tag && nameOf(tag, { [NO_KEY]: text.noTag, [NO_MISTAKE]: text.noMistake }),
  ]
    .filter((name) => name !== null)
    .join(", ");
}
