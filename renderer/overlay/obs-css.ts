/** The part of the browser's trusted types that is used; browsers without them need nothing. */
export interface TypedPage {
  readonly trustedTypes?: {
    createPolicy(
      name: 'default',
      rules: { readonly createHTML: (text: string) => string | null },
    ): unknown;
  };
}

/**
 * OBS puts a source's "Custom CSS" into the page as the markup of a style element, which a page that
 * demands trusted types refuses. Text without any `<` can make no element, wherever it is put: that
 * much is let through, and nothing else.
 */
export function allowObsCss(page: TypedPage): void {
  page.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
  });
}
