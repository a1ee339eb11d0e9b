import { StagelightError } from '../../base/errors.ts';
import { chatCommandOf } from './chat-words.ts';

/** Who in the show kit answers to words of chat. */
export type WordOwner = 'vote' | 'draw' | 'players' | 'counters' | 'wheel' | 'chat-commands';

/** Who else answers to a word already, with or without its exclamation mark; null: nobody. */
export type OwnerOf = (word: string) => WordOwner | null;

/** A viewer would get two answers, or none that was meant. */
export class WordTakenError extends StagelightError {
  constructor(word: string, owner: WordOwner) {
    super({ code: `show-word-${owner}`, values: { word } });
  }
}

/** Throws a `WordTakenError` for the first word that somebody else has. */
export function checkWords(words: readonly string[], ownerOf: OwnerOf): void {
  for (const word of words) {
    const owner = ownerOf(word);
    if (owner !== null) throw new WordTakenError(word, owner);
  }
}

/** The words that each activity has in chat. */
export class WordOwners {
  readonly #takes = new Map<WordOwner, (name: string) => boolean>();

  /** `takes`: whether it answers to `!name`, as `sameLook` has the name. */
  add(owner: WordOwner, takes: (name: string) => boolean): void {
    this.#takes.set(owner, takes);
  }

  besides(own: WordOwner): OwnerOf {
    return (word) => {
      // Of several words the first is the command.
      const name = chatCommandOf(`!${word.replace(/^[!！]+/, '').trim()}`)?.name ?? '';
      for (const [owner, takes] of this.#takes) if (owner !== own && takes(name)) return owner;
      return null;
    };
  }
}
