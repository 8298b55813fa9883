import { useEffect, useState } from "react";
import { THEME_DEFAULT, type ThemeId } from "../../worker/contract/limits.ts";
import { Box, Text } from "../ui/layout.tsx";
import { Logo } from "../ui/logo.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { Toaster } from "../ui/toast/toaster.tsx";
import { Actions } from "./actions.tsx";
import { Figures } from "./figures.tsx";
import { Foundations } from "./foundations.tsx";
import { Inputs } from "./inputs.tsx";
import { Layouts } from "./layouts.tsx";
import { Lists } from "./lists.tsx";
import { Overlays } from "./overlays.tsx";
import { ThemeStrip } from "./theme-strip.tsx";

/** Every component in every state, as a reference for developers. Exists in development builds only. */
export default function DesignPage() {
  const [theme, setTheme] = useState<ThemeId>(THEME_DEFAULT);

  useEffect(() => {
    document.documentElement.dataset.theme = String(theme);
  }, [theme]);

  return (
    <Box as="main" maxWidth={1248} margin="0 auto" pad="48px 24px 128px" phone={{ pad: "24px 16px 96px" }}>
      <Box as="header" margin="0 0 32px">
        <Logo height={28} />
        <PageHeading title="The parts" size="figure" margin="32px 0 0" />
        <Text size="lead" tone="muted" maxWidth="56ch" margin="4px 0 0">
          Every part in every state. Choose a theme to see the whole page in it.
        </Text>
      </Box>
      <Box margin="0 0 48px">
        <ThemeStrip theme={theme} onChoose={setTheme} />
      </Box>
      <Layouts />
      <Actions />
      <Inputs />
      <Figures />
      <Lists />
      <Overlays />
      <Toaster />
      <Foundations theme={theme} />
    </Box>
  );
}
