/** Khmer of `demo-results-text.ts`. */
export const DEMO_RESULTS_TEXT = "ទាំងនេះជាលទ្ធផលនៃគណនីសាកល្បង ដែលមិនមែនជាប្រាក់៖ មិនអាចនាំចូលបានទេ";
