import type { ReactElement } from "react";
import { SCREEN_NAMES, SCREENS, type Screen } from "../screens.ts";
import { LoadingShell } from "../shell/loading-shell.tsx";
import { PageSkeletons } from "../shell/page-skeletons.tsx";
import type { RouteName } from "../state/routes.ts";
import { SpinnerBlock } from "../ui/spinner.tsx";

/** The screen inside the shell that a route shows; undefined for the others. */
export function screenOf(route: RouteName | null): Screen | undefined {
  const screens = SCREEN_NAMES.map((name): Screen => SCREENS[name]);
  return screens.find(({ routes }) => routes.some((one) => one === route));
}

/** The document of a route until the application has run: the same as the application during its first check. */
export function FirstPaint({ screen }: { screen: Screen | undefined }): ReactElement {
  if (!screen) return <SpinnerBlock fill="page" />;
  const { routes: _, modules: __, calls: ___, skeleton, ...shell } = screen;
  return <LoadingShell {...shell} skeleton={<PageSkeletons of={skeleton} />} />;
}
