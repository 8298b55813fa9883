import { expect, test } from "bun:test";
import { AppError } from "../contract/errors.ts";
import { readDataUrl } from "./read-data-url.ts";

test("an image data URL is decoded, whatever image type it declares", () => {
  expect(readDataUrl("data:image/png;base64,AQID/w==", "image")).toEqual(Uint8Array.of(1, 2, 3, 255));
  expect(readDataUrl("data:image/svg+xml;base64,AQID", "image")).toEqual(Uint8Array.of(1, 2, 3));
});

test.each(["data:image/jpg", "data:application/octet-stream", "data:"])("so is %s, whose type says nothing", (head) => {
  expect(readDataUrl(`${head};base64,AQID`, "image")).toEqual(Uint8Array.of(1, 2, 3));
});

test.each([
  "",
  "http://example.com/a.png",
  "https://example.com/a.png",
  "//example.com/a.png",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "blob:https://example.com/1",
  "data:,AQID",
  "data:text/html;base64,AQID",
  "data:image/png,AQID",
  "data:image/png;base64,",
  "data:image/png;base64,AQI",
  "data:image/png;base64,AQ ID",
  "data:image/png;base64,AQ-_",
  "data:image/png;charset=x;base64,AQID",
  "data:image/png;base64,=AQI",
  " data:image/png;base64,AQID",
])("%j is refused, and nothing is fetched", (url) => {
  try {
    readDataUrl(url, "image");
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "invalid_input", field: "image", message: "Please select an image file" });
    return;
  }
  throw new Error("it was taken");
});
