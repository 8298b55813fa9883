import { Button } from "../button.tsx";
import { Row, Stack, Text } from "../layout.tsx";
import { uiText } from "../ui-text.ts";

/** What is known of the tries to load a piece of code again. */
export type Retry = { state: "none" | "running" | "failed"; run: () => void };

/**
 * In place of what needs code that could not be loaded. Where trying again has failed too, a browser may keep the failure as
 * long as the document lives, or the file is gone after a release: then it offers to load the page again, which is never
 * done over what somebody has typed. Of parts that every page has loaded.
 */
export function NotLoaded({ retry: { state, run } }: { retry: Retry }) {
  const { title, text, textAgain, reload } = uiText.notLoaded;
  return (
    <Stack role="alert" align="center" gap={8} pad="32px 16px 24px" textAlign="center">
      <Text as="strong" size="lead" weight={600}>
        {title}
      </Text>
      <Text tone="muted" maxWidth="44ch" breaks="even">
        {state === "failed" ? textAgain : text}
      </Text>
      <Row wrap justify="center" gap={8} margin="12px 0 0">
        <Button isLoading={state === "running"} onClick={run}>
          {uiText.tryAgain}
        </Button>
        {state === "failed" && <Button onClick={() => location.reload()}>{reload}</Button>}
      </Row>
    </Stack>
  );
}
