import type { ComponentProps, ReactNode } from "react";
import { Box, Grid, Row as LayoutRow, Text } from "../ui/layout.tsx";

/** Elements side by side, wrapping. */
export function Row(props: ComponentProps<"div">) {
  return <LayoutRow wrap gap={12} {...props} />;
}

/** Elements in equal columns, wrapping. */
export function Columns({ children }: { children: ReactNode }) {
  return (
    <Grid columns="repeat(auto-fill, minmax(min(100%, 280px), 1fr))" align="start" gap={16}>
      {children}
    </Grid>
  );
}

export function Chapter({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Grid
      as="section"
      columns="200px minmax(0, 1fr)"
      gap="16px 48px"
      pad="48px 0"
      line="top"
      narrow={{ columns: 1, pad: "32px 0" }}
    >
      <header>
        <Text as="h2" size="section">
          {title}
        </Text>
        <Text size="dense" tone="muted" margin="4px 0 0">
          {text}
        </Text>
      </header>
      <Grid columns={1} gap={32} minWidth={0}>
        {children}
      </Grid>
    </Grid>
  );
}

/** One component in one or several states. */
export function Case({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box minWidth={0}>
      <Text size="caption" tone="muted" margin="0 0 10px">
        {name}
      </Text>
      {children}
    </Box>
  );
}
