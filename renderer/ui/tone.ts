/** What a colour means; it never stands alone, always with a word or a named icon. */
export type Tone = 'neutral' | 'accent' | 'live' | 'warn' | 'error' | 'money';
