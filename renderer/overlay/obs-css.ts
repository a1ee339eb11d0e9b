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
 * OBS inserts a source's "Custom CSS" as markup of a style element, which trusted types would
 * block; text without `<` cannot create elements.
 */
export function allowObsCss(page: TypedPage): void {
  page.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
  });
}
