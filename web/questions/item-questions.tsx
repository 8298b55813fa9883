import { createElement, Suspense } from "react";
import { lazyPage } from "../state/lazy-page.ts";
import type { AskedQuestionsProps } from "./asked-questions.tsx";

const AskedQuestions = lazyPage(async () => (await import("./asked-questions.tsx")).AskedQuestions, { isQuiet: true });

/** The questions to the trader about an item. Its page is complete without them, and shows them once their code is there. */
export const ItemQuestions = (props: AskedQuestionsProps) =>
  createElement(Suspense, { fallback: null }, createElement(AskedQuestions, props));
