import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type MouseEvent, useState } from "react";
import type { CandleInterval } from "../../worker/contract/candles.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { dialogOnDemand } from "../ui/dialog/dialog-on-demand.tsx";
import { CalendarDays, Camera, ChartCandlestick, Ellipsis, Icon, Maximize, Minimize, Table2 } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { type MenuItem, PopupMenu } from "../ui/popup-menu.tsx";
import { Toggle } from "../ui/segments.tsx";
import { media } from "../ui/theme.ts";
import { toast } from "../ui/toast/toast.ts";
import { useMedia } from "../ui/use-media.ts";
import { comparedSymbol, endComparison } from "./chart-choices.ts";
import type { ChartController } from "./chart-controller.ts";
import { chartText } from "./chart-text.ts";
import { chartViewText } from "./chart-view-text.ts";
import { compareItems } from "./compare-items.ts";
import { isFullScreen, toggleFullScreen } from "./full-screen.ts";

const GoToDateDialog = dialogOnDemand(
  async () => (await import("./go-to-date-dialog.tsx")).GoToDateDialog,
  () => ({ title: chartViewText.goToDate, width: "narrow" }),
);

const TableWord = styled("span")`
  @container (max-width: 779px) {
    position: absolute;
    width: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;

type ViewToolsProps = {
  chart: ChartController;
  symbol: FeedSymbol;
  interval: CandleInterval;
  timeZone: string;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
};

/**
 * The switch to the table, go to date, picture of the chart, and full screen. On phones all but the last are a menu, with the
 * comparison, which the head of the pane has elsewhere.
 */
export function ViewTools({ chart, symbol, interval, timeZone, isTable, onTable }: ViewToolsProps) {
  useSignals();
  const isUpright = useMedia(media.phone);
  const isLying = useMedia(media.lying);
  const [isDateOpen, setDateOpen] = useState(false);
  const [menu, setMenu] = useState<{ of: "picture" | "all" | "compare"; x: number; y: number } | null>(null);
  const isFull = isFullScreen.value;
  const openMenu = (of: "picture" | "all") => (event: MouseEvent<HTMLButtonElement>) => {
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    setMenu({ of, x: left, y: bottom + 4 });
  };

  async function take(act: "copy" | "download"): Promise<void> {
    try {
      const { copyPicture, downloadPicture } = await import("./chart-picture.ts");
      const given = { chart, symbol, interval, timeZone };
      if (act === "download") return await downloadPicture(given);
      await copyPicture(given);
      toast.success(chartViewText.pictureCopied);
    } catch (error) {
      console.warn("picture of the chart failed", error);
      toast.error(act === "copy" ? chartViewText.pictureNotCopied : chartViewText.pictureFailed);
    }
  }

  const asOther = isTable ? chartText.asChart : chartText.asTable;
  const pictures: MenuItem[] = [
    { key: "copy", content: chartViewText.copyPicture, onChoose: () => void take("copy") },
    { key: "download", content: chartViewText.downloadPicture, onChoose: () => void take("download") },
  ];
  const compared = comparedSymbol.value;
  const compare: MenuItem =
    compared !== null && compared !== symbol
      ? { key: "compare", content: chartViewText.endComparison(compared), onChoose: endComparison }
      : { key: "compare", content: chartViewText.compare, onChoose: () => menu && setMenu({ ...menu, of: "compare" }) };
  const all: MenuItem[] = [
    compare,
    { key: "table", content: asOther, onChoose: () => onTable(!isTable) },
    { key: "date", content: chartViewText.goToDate, onChoose: () => setDateOpen(true) },
    ...pictures,
  ];
  const menus = {
    all: { title: chartViewText.more, items: all },
    picture: { title: chartViewText.picture, items: pictures },
    compare: { title: chartViewText.compareTitle, items: compareItems(symbol) },
  };
  return (
    <>
      {isUpright || isLying ? (
        <IconButton
          icon={Ellipsis}
          size="dense"
          label={chartViewText.more}
          title={chartViewText.more}
          aria-haspopup="menu"
          onClick={openMenu("all")}
        />
      ) : (
        <>
          <Toggle isOn={isTable} onClick={() => onTable(!isTable)}>
            <Icon of={isTable ? ChartCandlestick : Table2} />
            <TableWord>{asOther}</TableWord>
          </Toggle>
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
            onClick={openMenu("picture")}
          />
        </>
      )}
      <IconButton
        icon={isFull ? Minimize : Maximize}
        size="dense"
        label={isFull ? chartViewText.leaveFullScreen : chartViewText.fullScreen}
        title={isFull ? chartViewText.leaveFullScreen : chartViewText.fullScreen}
        onClick={toggleFullScreen}
      />
      {isDateOpen && <GoToDateDialog {...{ chart, interval, timeZone }} onClose={() => setDateOpen(false)} />}
      {menu && <PopupMenu key={menu.of} at={menu} {...menus[menu.of]} onClose={() => setMenu(null)} />}
    </>
  );
}
