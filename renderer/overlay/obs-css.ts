/** The used part of trusted types; browsers without them need nothing. */
export interface TypedPage {
  readonly trustedTypes?: {
    createPolicy(
      name: 'default',
      rules: { readonly createHTML: (text: string) => string | null },
    ): unknown;
  };
}

/**
 * OBS inserts a source's "Custom CSS" as the markup of a style element, which trusted types would
 * block. Text without `<` cannot create elements, so only such text is allowed.
 */
export function allowObsCss(page: TypedPage): void {
  page.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
  });
}
