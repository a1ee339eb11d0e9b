type PluralOf<K> = K extends `${infer Name}_other` ? `${Name}_one` : never;

/** The English side of a table: every Korean key, and a singular beside every plural. */
export type EnglishOf<T> = Readonly<Record<keyof T | PluralOf<keyof T>, string>>;
