import { styled } from "goober";
import { useEffect, useState } from "react";
import { THEME_DEFAULT, type ThemeId } from "../../worker/contract/limits.ts";
import { Logo } from "../ui/logo.tsx";
import { media, type } from "../ui/theme.ts";
import { Toaster } from "../ui/toaster.tsx";
import { Actions } from "./actions.tsx";
import { Figures } from "./figures.tsx";
import { Foundations } from "./foundations.tsx";
import { Inputs } from "./inputs.tsx";
import { Overlays } from "./overlays.tsx";
import { ThemeStrip } from "./theme-strip.tsx";

const Page = styled("main")`
  max-width: 1248px;
  margin: 0 auto;
  padding: 48px 24px 128px;
  ${media.phone} {
    padding: 24px 16px 96px;
  }
`;

const Head = styled("header")`
  margin-bottom: 32px;
  & > h1 {
    ${type.figure}
    margin-top: 32px;
  }
  & > p {
    ${type.lead}
    max-width: 56ch;
    margin-top: 4px;
    color: var(--muted);
  }
`;

const Gap = styled("div")`
  height: 48px;
`;

/** Every component in every state, as a reference for developers. Exists in development builds only. */
export default function DesignPage() {
  const [theme, setTheme] = useState<ThemeId>(THEME_DEFAULT);

  useEffect(() => {
    document.documentElement.dataset.theme = String(theme);
  }, [theme]);

  return (
    <Page>
      <Head>
        <Logo height={28} />
        <h1>The parts</h1>
        <p>Every part in every state. Choose a theme to see the whole page in it.</p>
      </Head>
      <ThemeStrip theme={theme} onChoose={setTheme} />
      <Gap />
      <Actions />
      <Inputs />
      <Figures />
      <Overlays />
      <Toaster />
      <Foundations theme={theme} />
    </Page>
  );
}
