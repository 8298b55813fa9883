import { describe, expect, test } from "bun:test";
import { render, screen } from "@testing-library/react";
import { Stack, Text } from "./layout.tsx";
import { lookCss } from "./look.ts";
import { media } from "./theme.ts";

describe("the style of a look", () => {
  test("has a declaration for each property, and lengths in px", () => {
    expect(lookCss({ gap: 8, pad: "4px 16px", align: "center" })).toBe(
      "gap: 8px;padding: 4px 16px;align-items: center;",
    );
  });

  test("passes over what is undefined, and over other props", () => {
    const props = { gap: undefined, id: "a", role: "list" };
    expect(lookCss(props)).toBe("");
  });

  test("puts smaller screens after larger ones, whatever their order in the props", () => {
    const css = lookCss({ phone: { gap: 4 }, medium: { gap: 12 }, gap: 16 });
    expect(css).toBe(`gap: 16px;${media.medium} { gap: 12px; }${media.phone} { gap: 4px; }`);
  });
});

describe("a layout part", () => {
  test("is the element that it names, and passes on what is not its look", () => {
    render(
      <Stack as="ul" gap={8} aria-label="Two">
        <li>One</li>
      </Stack>,
    );
    const list = screen.getByRole("list", { name: "Two" });
    expect(list.tagName).toBe("UL");
    expect(list.hasAttribute("gap")).toBe(false);
  });

  test("keeps a class that it is given", () => {
    render(<Text className="num">1.00</Text>);
    expect(screen.getByText("1.00").classList.contains("num")).toBe(true);
  });
});
