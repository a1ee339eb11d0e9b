/**
 * The words of a style sheet that could load or run something, and its braces, found the way a browser reads it
 * (CSS Syntax Module, level 3): comments are passed over, strings are taken whole, escapes are
 * undone. A sheet that a browser would read as `url(` cannot be written so that this does not see it.
 */
export type CssWord =
  | { readonly type: 'at'; readonly name: string; readonly line: number }
  | { readonly type: 'function'; readonly name: string; readonly line: number }
  | { readonly type: 'ident'; readonly name: string; readonly line: number }
  /** `of`: what stands between the brackets, without quotes; null: not to be made out. */
  | { readonly type: 'url'; readonly of: string | null; readonly line: number }
  /** `{` and `}`. */
  | { readonly type: 'open'; readonly line: number }
  | { readonly type: 'close'; readonly line: number };

/** Names in lower case. Lines count from 1. Looks at each letter a fixed number of times. */
export function cssWords(css: string): readonly CssWord[] {
  return new Scanner(css).words();
}

const NAME = /[\w\u0080-\uffff-]/;
const NAME_START = /[a-z_\u0080-\uffff]/i;
const HEX = /[0-9a-f]/i;
const BLANK = /[ \t\n]/;

class Scanner {
  readonly #text: string;
  readonly #found: CssWord[] = [];
  #at = 0;
  #line = 1;

  constructor(css: string) {
    this.#text = css.replace(/\r\n?|\f/g, '\n').replace(/\0/g, '\ufffd');
  }

  words(): readonly CssWord[] {
    while (this.#at < this.#text.length) this.#step();
    return this.#found;
  }

  #step(): void {
    const here = this.#peek();
    if (here === '/' && this.#peek(1) === '*') this.#comment();
    else if (here === '"' || here === "'") this.#string(here);
    else if (this.#text.startsWith('<!--', this.#at)) this.#at += 4;
    else if (here === '@' && this.#startsName(1)) {
      this.#take();
      this.#found.push({ type: 'at', line: this.#line, name: this.#name() });
    } else if (here === '#') {
      this.#take();
      if (this.#continuesName()) this.#name();
    } else if (this.#startsName(0)) this.#word();
    else {
      if (here === '{') this.#found.push({ type: 'open', line: this.#line });
      if (here === '}') this.#found.push({ type: 'close', line: this.#line });
      this.#take();
    }
  }

  #word(): void {
    const line = this.#line;
    // Browsers differ on which letters beyond ASCII belong to a name: what follows them counts.
    const name = this.#name().replace(/^.*[\u0080-\uffff]/s, '');
    if (this.#peek() !== '(') {
      this.#found.push({ type: 'ident', name, line });
      return;
    }
    this.#take();
    if (name === 'url') this.#found.push({ type: 'url', of: this.#address(), line });
    else this.#found.push({ type: 'function', name, line });
  }

  /** What follows `url(`. */
  #address(): string | null {
    while (BLANK.test(this.#peek())) this.#take();
    const here = this.#peek();
    if (here === '"' || here === "'") return this.#string(here);
    let address = '';
    let broken = false;
    /** Up to where it is no blanks: those at its end are not part of it. */
    let end = 0;
    while (this.#at < this.#text.length && this.#peek() !== ')') {
      const isEscape = this.#escapes();
      const letter = isEscape ? this.#escape() : this.#take();
      if (!isEscape && (letter === '"' || letter === "'" || letter === '(')) broken = true;
      address += letter;
      if (isEscape || !BLANK.test(letter)) end = address.length;
    }
    this.#take();
    return broken ? null : address.slice(0, end);
  }

  #comment(): void {
    const end = this.#text.indexOf('*/', this.#at + 2);
    const after = end < 0 ? this.#text.length : end + 2;
    while (this.#at < after) this.#take();
  }

  /** The string that begins here, without quotes; null when its line ends before it does. */
  #string(quote: string): string | null {
    this.#take();
    let inside = '';
    while (this.#at < this.#text.length) {
      const here = this.#peek();
      if (here === '\n') return null;
      if (here === '\\') {
        const next = this.#peek(1);
        if (next === '' || next === '\n') {
          this.#take();
          this.#take();
        } else inside += this.#escape();
        continue;
      }
      this.#take();
      if (here === quote) return inside;
      inside += here;
    }
    return inside;
  }

  #name(): string {
    let name = '';
    while (this.#continuesName()) name += this.#escapes() ? this.#escape() : this.#take();
    return name.toLowerCase();
  }

  #continuesName(): boolean {
    return NAME.test(this.#peek()) || this.#escapes();
  }

  #startsName(ahead: number): boolean {
    const here = this.#peek(ahead);
    if (NAME_START.test(here) || this.#escapes(ahead)) return true;
    if (here !== '-') return false;
    const next = this.#peek(ahead + 1);
    return next === '-' || NAME_START.test(next) || this.#escapes(ahead + 1);
  }

  #escapes(ahead = 0): boolean {
    return this.#peek(ahead) === '\\' && this.#peek(ahead + 1) !== '\n';
  }

  /** The character that the escape here stands for. */
  #escape(): string {
    this.#take();
    let digits = '';
    while (digits.length < 6 && HEX.test(this.#peek())) digits += this.#take();
    if (digits === '') return this.#take() || '\ufffd';
    if (BLANK.test(this.#peek())) this.#take();
    const point = Number.parseInt(digits, 16);
    const none = point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff);
    return none ? '\ufffd' : String.fromCodePoint(point);
  }

  #peek(ahead = 0): string {
    return this.#text.charAt(this.#at + ahead);
  }

  #take(): string {
    const letter = this.#peek();
    this.#at += 1;
    if (letter === '\n') this.#line += 1;
    return letter;
  }
}
