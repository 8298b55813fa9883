import { expect, test } from "bun:test";
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { render } from "../test/render.tsx";
import { TabLinks, TabPanel, Tabs } from "./tabs.tsx";

function History() {
  const [view, setView] = useState<"all" | "deposits" | "withdrawals">("all");
  return (
    <>
      <Tabs
        id="history"
        label="History"
        value={view}
        onChange={setView}
        items={[
          { value: "all", label: "All" },
          { value: "deposits", label: "Deposits", count: 12 },
          { value: "withdrawals", label: "Withdrawals" },
        ]}
      />
      <TabPanel id="history" value={view}>
        shows {view}
      </TabPanel>
    </>
  );
}

test("arrow keys, Home and End select a tab, wrap around, and move the focus", () => {
  render(<History />);
  const walk = [
    ["ArrowRight", "Deposits12"],
    ["End", "Withdrawals"],
    ["ArrowRight", "All"],
    ["ArrowLeft", "Withdrawals"],
    ["Home", "All"],
  ] as const;
  screen.getByRole("tab", { name: "All" }).focus();
  for (const [key, words] of walk) {
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
    const chosen = screen.getByRole("tab", { selected: true });
    expect(chosen.textContent).toBe(words);
    expect(document.activeElement).toBe(chosen);
  }
});

test("one tab is in the Tab order, and labels the panel that it controls", () => {
  render(<History />);
  fireEvent.click(screen.getByRole("tab", { name: /Deposits/ }));
  const tabs = screen.getAllByRole("tab");
  expect(tabs.map((tab) => tab.tabIndex)).toEqual([-1, 0, -1]);
  const panel = screen.getByRole("tabpanel", { name: /Deposits/ });
  expect(panel.id).toBe(tabs[1]?.getAttribute("aria-controls") ?? "");
  expect(panel.textContent).toBe("shows deposits");
});

test("views with an address are links, and the current one is marked", () => {
  const { history } = render(
    <TabLinks
      label="Account"
      items={[
        { href: "/account/overview", label: "Overview", isCurrent: true },
        { href: "/account/history", label: "History", isCurrent: false },
      ]}
    />,
  );
  expect(screen.getByRole("navigation", { name: "Account" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Overview" }).getAttribute("aria-current")).toBe("page");
  fireEvent.click(screen.getByRole("link", { name: "History" }));
  expect(history.at(-1)).toBe("/account/history");
});
