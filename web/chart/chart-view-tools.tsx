import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { CandleInterval } from "../../worker/contract/candles.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { dialogOnDemand } from "../ui/dialog-on-demand.tsx";
import { CalendarDays, Camera, Maximize, Minimize } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { PopupMenu } from "../ui/popup-menu.tsx";
import { toast } from "../ui/toast.ts";
import type { ChartController } from "./chart-controller.ts";
import { chartViewText } from "./chart-view-text.ts";
import { isFullScreen, toggleFullScreen } from "./full-screen.ts";

const GoToDateDialog = dialogOnDemand(
  async () => (await import("./go-to-date-dialog.tsx")).GoToDateDialog,
  () => ({ title: chartViewText.goToDate, width: "narrow" }),
);

type ViewToolsProps = { chart: ChartController; symbol: FeedSymbol; interval: CandleInterval; timeZone: string };

/** Go to date, picture of the chart, and full screen. */
export function ViewTools({ chart, symbol, interval, timeZone }: ViewToolsProps) {
  useSignals();
  const [isDateOpen, setDateOpen] = useState(false);
  const [pictureAt, setPictureAt] = useState<{ x: number; y: number } | null>(null);
  const isFull = isFullScreen.value;

  async function take(act: "copy" | "download"): Promise<void> {
    try {
      const { copyPicture, downloadPicture } = await import("./chart-picture.ts");
      const given = { chart, symbol, interval, timeZone };
      if (act === "download") return await downloadPicture(given);
      await copyPicture(given);
      toast.success(chartViewText.pictureCopied);
    } catch (error) {
      console.warn("picture of the chart failed", error);
      toast.error(chartViewText.pictureFailed);
    }
  }

  return (
    <>
      <IconButton
        icon={CalendarDays}
        size="dense"
        label={chartViewText.goToDate}
        title={chartViewText.goToDate}
        onPointerEnter={GoToDateDialog.preload}
        onClick={() => setDateOpen(true)}
      />
      <IconButton
        icon={Camera}
        size="dense"
        label={chartViewText.picture}
        title={chartViewText.picture}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setPictureAt({ x: left, y: bottom + 4 });
        }}
      />
      <IconButton
        icon={isFull ? Minimize : Maximize}
        size="dense"
        label={isFull ? chartViewText.leaveFullScreen : chartViewText.fullScreen}
        title={isFull ? chartViewText.leaveFullScreen : chartViewText.fullScreen}
        onClick={toggleFullScreen}
      />
      {isDateOpen && <GoToDateDialog {...{ chart, interval, timeZone }} onClose={() => setDateOpen(false)} />}
      {pictureAt && (
        <PopupMenu
          title={chartViewText.picture}
          at={pictureAt}
          items={[
            { key: "copy", content: chartViewText.copyPicture, onChoose: () => void take("copy") },
            { key: "download", content: chartViewText.downloadPicture, onChoose: () => void take("download") },
          ]}
          onClose={() => setPictureAt(null)}
        />
      )}
    </>
  );
}
