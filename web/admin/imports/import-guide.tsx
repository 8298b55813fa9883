import type { ReactNode } from "react";
import { CSV_COLUMNS } from "../../imports/formats/own-csv.ts";
import { Grid, Stack, Text } from "../../ui/layout.tsx";
import { IMPORT_TEXT } from "./import-text.ts";

const text = IMPORT_TEXT.guide;

/** The accepted file formats, shown while no import is open. */
export function ImportGuide() {
  return (
    <Stack gap={16} maxWidth={640} pad={20} phone={{ pad: 16 }}>
      <Text as="h2" size="section">
        {text.title}
      </Text>
      <dl>
        <Term name={text.mt5}>{text.mt5Detail}</Term>
        <Term name={text.csv}>{text.csvDetail}</Term>
        <Term name={text.csvColumns}>
          {CSV_COLUMNS.map((name, index) => (
            <span key={name}>
              <Text as="span" size="dense" tone="text" breaks="never">
                {name}
              </Text>
              {index < CSV_COLUMNS.length - 1 && ", "}
            </span>
          ))}
        </Term>
        <Term name={text.limits}>{text.limitsDetail}</Term>
      </dl>
    </Stack>
  );
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Grid columns="120px minmax(0, 1fr)" gap="4px 16px" pad="12px 0" line="top" phone={{ columns: 1 }}>
      <Text as="dt" weight={500}>
        {name}
      </Text>
      <Text as="dd" tone="muted" breaks="pretty">
        {children}
      </Text>
    </Grid>
  );
}
