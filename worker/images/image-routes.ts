import { Hono, type MiddlewareHandler } from "hono";
import { AppError } from "../contract/errors.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { isSameOrigin } from "../platform/request/origin.ts";
import type { AppContext, AppEnv } from "../platform/scope.ts";
import type { ImagePurpose } from "./image-store.ts";
import { serveImage } from "./serve-image.ts";

/** Images are served to our own pages only: another site cannot even learn whether one exists. */
const sameOriginOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!isSameOrigin(c.req.raw.headers, c.get("scope").settings.APP_ORIGIN)) {
    throw new AppError("cross_origin", ERROR_TEXT.cross_origin);
  }
  await next();
};

const image = (c: AppContext, filename: string, purposes: readonly ImagePurpose[]) =>
  serveImage(c.get("scope"), { filename, purposes }, c.req.header("If-None-Match"));

/** The routes of images. */
export const imageRoutes = new Hono<AppEnv>()
  .get("/image/:filename", sameOriginOnly, (c) =>
    image(c, c.req.param("filename"), ["avatar", "id_card", "payment_code"]),
  )
  .get("/withdrawal/admin/image/:filename", sameOriginOnly, (c) => image(c, c.req.param("filename"), ["admin_image"]))
  .get("/withdrawal/user/proof/:filename", sameOriginOnly, (c) => image(c, c.req.param("filename"), ["proof"]));
