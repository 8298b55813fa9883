import { expect, test } from "bun:test";
import { act, screen } from "@testing-library/react";
import { Route, Switch } from "wouter";
import { expectConsoleErrors } from "../test/console-errors.ts";
import { render } from "../test/render.tsx";
import { ErrorBoundary } from "./error-page.tsx";

function Broken(): never {
  throw new Error("broken");
}

test.each([false, true])(
  "an error screen ends with its page: another address works (within the frame: %p)",
  (isWithin) => {
    expectConsoleErrors();
    const { navigate } = render(
      <ErrorBoundary isWithin={isWithin}>
        <Switch>
          <Route path="/broken">
            <Broken />
          </Route>
          <Route>another page</Route>
        </Switch>
      </ErrorBoundary>,
      { at: "/broken" },
    );
    const error = () => screen.queryByRole("heading", { name: "Unexpected Application Error!" });
    expect(error()).not.toBeNull();
    act(() => navigate("/other"));
    expect(error()).toBeNull();
    expect(screen.getByText("another page")).toBeDefined();
    act(() => navigate("/broken"));
    expect(error()).not.toBeNull();
  },
);
