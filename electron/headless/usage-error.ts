/** A wrong option: one line for the person at the keyboard, and exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    // A value may be quoted in it, and a value may hold anything.
    super(message.replace(/\p{Cc}+/gu, ' '));
    this.name = 'UsageError';
  }
}
