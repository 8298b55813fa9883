import { formatMoney } from "../ui/format.ts";
import { downloadBlob } from "../ui/image/download-blob.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { DOLLAR_PATH, KHQR_CARD, KHQR_WORDMARK } from "./khqr-artwork.ts";
import { QUIET_MODULES, qrModules } from "./qr-modules.ts";

/** Large enough that the thumbnail in a gallery can be scanned from another screen. */
const SCALE = 4;

/** A payment code with the facts printed on its card. */
export type QrImage = { qrString: string; merchant: string; amountUsd: number; billNumber: string };

/**
 * Saves the card with the payment code as a PNG, for banking apps that read codes from the gallery.
 * @throws Error when the browser cannot create the image
 */
export async function saveQrImage(image: QrImage): Promise<void> {
  const canvas = document.createElement("canvas");
  drawCard(canvas, image);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("the browser made no PNG");
  downloadBlob(blob, `khqr-${image.billNumber}.png`);
}

function drawCard(canvas: HTMLCanvasElement, { qrString, merchant, amountUsd }: QrImage): void {
  const { count, bars, modulePx } = qrModules(qrString);
  const side = (count + QUIET_MODULES * 2) * modulePx;
  const { red, paper, ink, dash, headHeight, fold, infoHeight, infoLeft } = KHQR_CARD;
  const codeTop = headHeight + infoHeight;
  canvas.width = side * SCALE;
  canvas.height = (codeTop + side) * SCALE;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("the browser has no canvas");
  pen.scale(SCALE, SCALE);

  pen.fillStyle = paper;
  pen.fillRect(0, 0, side, codeTop + side);
  pen.fillStyle = red;
  pen.fillRect(0, 0, side, headHeight);
  pen.fill(new Path2D(`M${side - fold} ${headHeight}H${side}v${fold}z`));
  drawAt(pen, (side - KHQR_WORDMARK.width) / 2, (headHeight - KHQR_WORDMARK.height) / 2, () => {
    pen.fillStyle = paper;
    pen.fill(new Path2D(KHQR_WORDMARK.path), "evenodd");
  });

  // In other modes the font draws an x between digits as a multiplication sign, and a canvas has no
  // `font-variant-ligatures`.
  pen.textRendering = "optimizeSpeed";
  const sum = formatMoney(amountUsd, "always");
  pen.fillStyle = ink;
  pen.font = '500 13px "Inter", sans-serif';
  pen.fillText(merchant, infoLeft, headHeight + 28);
  pen.font = '600 24px "Inter", sans-serif';
  pen.fillText(sum, infoLeft, headHeight + 58);
  const sumWidth = pen.measureText(sum).width;
  pen.font = '500 13px "Inter", sans-serif';
  pen.fillText(DEPOSIT_TEXT.currency, infoLeft + sumWidth + 6, headHeight + 58);

  pen.strokeStyle = dash;
  pen.setLineDash([3, 3]);
  pen.stroke(new Path2D(`M0 ${codeTop - 0.5}H${side}`));
  pen.setLineDash([]);

  drawAt(pen, QUIET_MODULES * modulePx, codeTop + QUIET_MODULES * modulePx, () => {
    for (const { x, y, length } of bars) pen.fillRect(x * modulePx, y * modulePx, length * modulePx, modulePx);
  });
  drawAt(pen, side / 2, codeTop + side / 2, () => drawCoin(pen));
}

function drawCoin(pen: CanvasRenderingContext2D): void {
  for (const [radius, colour] of [
    [KHQR_CARD.coinClearing, KHQR_CARD.paper],
    [KHQR_CARD.coinRadius, KHQR_CARD.ink],
  ] as const) {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(0, 0, radius, 0, Math.PI * 2);
    pen.fill();
  }
  pen.strokeStyle = KHQR_CARD.paper;
  pen.lineWidth = 2.4;
  pen.lineCap = "round";
  pen.stroke(new Path2D(DOLLAR_PATH));
}

function drawAt(pen: CanvasRenderingContext2D, x: number, y: number, draw: () => void): void {
  pen.save();
  pen.translate(x, y);
  draw();
  pen.restore();
}
