/**
 * The content security policy of a document. Source: `security.md` section 7, rule 1.
 * @param nonce of the document's style elements; null for a document whose styles are files alone
 */
export function contentSecurityPolicy(nonce: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce === null ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // Markup and addresses of scripts are made by these policies alone: `web/ui/trusted-types.ts`.
    "require-trusted-types-for 'script'",
    "trusted-types markup service-worker",
    "report-uri /api/csp-report",
  ].join("; ");
}
