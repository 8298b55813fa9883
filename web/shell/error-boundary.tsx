import { Component, type ReactNode } from "react";
import { ROUTE } from "../state/routes.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { ErrorPage } from "./error-page.tsx";
import { shellText } from "./shell-text.ts";

/** Shows the error page when a component below throws while rendering. React logs the error. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <ErrorPage
        text={shellText.crashed}
        actions={
          <>
            <Button variant="accent" onClick={() => location.reload()}>
              {shellText.reload}
            </Button>
            <ButtonAnchor href={ROUTE.dashboard}>{shellText.toDashboard}</ButtonAnchor>
          </>
        }
      />
    );
  }
}
