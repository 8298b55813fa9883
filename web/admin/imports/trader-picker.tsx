import { useEffect, useRef, useState } from "react";
import { Combobox } from "../../ui/fields/combobox.tsx";
import { Box, Grid, Text } from "../../ui/layout.tsx";
import { useTypedSearch } from "../core/use-typed-search.ts";
import { type AdminUser, findUsers } from "./import-calls.ts";
import { IMPORT_TEXT } from "./import-text.ts";

const text = IMPORT_TEXT.trader;

type TraderPickerProps = {
  hint?: string;
  /** Whether it has the focus at once: it is the first decision of its dialog, or takes the place of what opened it. */
  takesFocus?: boolean;
  onPick: (user: AdminUser) => void;
};

/** Finds a trader by the start of their e-mail address or username. */
export function TraderPicker({ hint = text.hint, takesFocus = false, onPick }: TraderPickerProps) {
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  // After its dialog has taken the focus.
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  const { search, value, hasFailed, isLoading } = useTypedSearch("traders", typed, findUsers);
  const found = value ?? [];
  const message = value?.length === 0 ? text.none : hasFailed ? text.failed : null;
  return (
    <Box role="search">
      <Combobox
        ref={input}
        label={text.label}
        placeholder={text.placeholder}
        hint={search === "" ? hint : undefined}
        typed={typed}
        onType={setTyped}
        choices={found}
        isLoading={isLoading}
        message={message}
        announcement={text.found(found.length)}
        keyOf={({ _id }) => _id}
        option={(user) => <Trader user={user} />}
        onChoose={onPick}
      />
    </Box>
  );
}

function Trader({ user: { name, username, email } }: { user: AdminUser }) {
  return (
    <Grid columns="minmax(0, 1fr) auto" gap="0 12px">
      <Text as="b" weight={500} breaks="ellipsis">
        {name}
      </Text>
      <Text as="span" className="num" tone="muted" breaks="ellipsis">
        {username}
      </Text>
      <Text as="span" span="all" tone="muted" breaks="ellipsis">
        {email}
      </Text>
    </Grid>
  );
}
