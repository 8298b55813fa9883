import type { ReactNode } from "react";
import { Stack } from "../ui/layout.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { LoadingHeader } from "./header.tsx";
import type { ShellLook } from "./shell.tsx";
import { Frame } from "./shell-frame.ts";
import { Sidebar } from "./sidebar.tsx";

/**
 * The shell while it is not known who is signed in. The documents contain it, so that it is painted before any script
 * has run; it shows nothing of an account, and its links work.
 */
export function LoadingShell({
  skeleton,
  isFlush = false,
  isTight = false,
  ...header
}: ShellLook & { skeleton: ReactNode }) {
  return (
    <Frame data-sidebar="by-width" data-tight={isTight} aria-busy="true">
      <div data-beside="">
        <Sidebar />
      </div>
      <Stack minWidth={0}>
        <LoadingHeader {...header} />
        <main data-flush={isFlush}>{skeleton}</main>
      </Stack>
      <BottomBar onMore={null} />
    </Frame>
  );
}
