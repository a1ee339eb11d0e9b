import type { Cell, FleetView, Row, RowAct } from './page-view.ts';

/** What the script uses of a browser's element. */
interface El {
  textContent: string | null;
  className: string;
  title: string;
  hidden: boolean;
  value: string;
  readonly children: ArrayLike<El>;
  readonly firstElementChild: El | null;
  readonly nextElementSibling: El | null;
  readonly dataset: Record<string, string | undefined>;
  append(...nodes: El[]): void;
  insertBefore(node: El, before: El | null): unknown;
  remove(): void;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  addEventListener(type: string, listener: (event: Happening) => void): void;
  closest(selector: string): El | null;
  contains(other: El | null): boolean;
  querySelector(selector: string): El | null;
  focus(options?: { readonly preventScroll: boolean }): void;
  select(): void;
  showModal(): void;
  close(): void;
}

interface Happening {
  readonly target: El | null;
}

/** What it uses of a browser's window. */
export interface PageWindow {
  readonly document: {
    readonly body: El;
    readonly hidden: boolean;
    readonly activeElement: El | null;
    readonly documentElement: { readonly lang: string };
    createElement(name: string): El;
    querySelector(selector: string): El | null;
    addEventListener(type: string, listener: (event: Happening) => void): void;
  };
  readonly navigator: {
    readonly clipboard?: { writeText(text: string): Promise<void> } | undefined;
  };
  fetch(
    path: string,
    options?: { method: string; headers: Record<string, string>; body: string },
  ): Promise<{ readonly ok: boolean; readonly status: number; json(): Promise<unknown> }>;
  setTimeout(run: () => void, ms: number): unknown;
}

type ListName = 'channels' | 'hosts' | 'moves' | 'gaps';

/** What came of something that a person did. */
export interface Outcome {
  readonly isDone: boolean;
  readonly text: string;
  /** To be sent to a streamer. */
  readonly link?: string;
  readonly until?: number;
}

/**
 * Runs in the browser: keeps the page's lists as the fleet is. It goes there as its own source, so it uses
 * nothing from outside. Whatever it is told it shows as text.
 */
export class PageScript {
  readonly #page: PageWindow;
  readonly #lists: readonly ListName[] = ['channels', 'hosts', 'moves', 'gaps'];
  readonly #everyMs = 2_000;
  /** Rows keep their places until nobody has moved for so many looks. */
  readonly #stillAfter = 3;
  readonly #rows = new Map<string, El>();
  readonly #busy = new Set<string>();
  #view: FleetView | null = null;
  #looks = 0;
  #stillFor = 99;
  #isPressed = false;
  #asked: { readonly id: string; readonly name: string } | null = null;

  constructor(page: PageWindow) {
    this.#page = page;
  }

  start(): void {
    const { document } = this.#page;
    const moved = () => {
      this.#stillFor = 0;
    };
    document.addEventListener('click', ({ target }) => this.#clicked(target));
    document.addEventListener('pointerdown', () => {
      this.#isPressed = true;
    });
    for (const end of ['pointerup', 'pointercancel']) {
      document.addEventListener(end, () => {
        this.#isPressed = false;
        moved();
      });
    }
    this.#list('channels').addEventListener('pointermove', moved);
    this.#list('channels').addEventListener('keydown', moved);
    document.addEventListener('visibilitychange', () => void this.#look());
    this.#get('link').addEventListener('close', () => {
      this.#get('link-text').value = '';
    });
    this.#get('filter').addEventListener('input', () => this.#filter());
    void this.#look();
  }

  async #look(): Promise<void> {
    const { document, fetch } = this.#page;
    this.#looks += 1;
    const look = this.#looks;
    if (document.hidden) return;
    try {
      const answer = await fetch.call(this.#page, 'data');
      if (answer.status === 404) {
        this.#complain('gone');
        return;
      }
      if (!answer.ok) throw new Error(String(answer.status));
      const view = (await answer.json()) as FleetView;
      // Another one began meanwhile.
      if (look !== this.#looks) return;
      this.#view = view;
      this.#complain(null);
      this.#show();
    } catch {
      if (look === this.#looks) this.#complain('lost');
    }
    const again = () => {
      // One that somebody began in between goes on by itself.
      if (look === this.#looks) void this.#look();
    };
    this.#page.setTimeout(again, this.#everyMs);
  }

  #complain(what: 'lost' | 'gone' | null): void {
    const note = this.#get('trouble');
    this.#write(note, what === null ? '' : this.#word(what));
    note.hidden = what === null;
    this.#page.document.body.className = what === null ? '' : 'old';
  }

  #show(): void {
    const view = this.#view;
    // A row that moved away under a finger would lose its click.
    if (!view || this.#isPressed) return;
    const { document } = this.#page;
    const before = document.activeElement;
    for (const [name, { text, tone }] of Object.entries(view.totals)) {
      const total = this.#get(`total-${name}`);
      this.#write(total, text);
      total.className = tone;
    }
    for (const name of this.#lists) this.#fill(name, view[name]);
    this.#stillFor += 1;
    this.#filter();
    if (before && before !== document.activeElement) before.focus({ preventScroll: true });
  }

  #fill(name: ListName, rows: readonly Row[]): void {
    const list = this.#list(name);
    const wanted = new Set(rows.map(({ id }) => `${name} ${id}`));
    for (const [key, element] of this.#rows) {
      if (!key.startsWith(`${name} `) || wanted.has(key)) continue;
      element.remove();
      this.#rows.delete(key);
    }
    const keepsOrder = name === 'channels' && this.#stillFor < this.#stillAfter;
    let next = list.firstElementChild;
    for (const row of rows) {
      const known = this.#rows.get(`${name} ${row.id}`);
      const element = known ?? this.#newRow(name, row);
      this.#writeRow(element, row);
      if (element === next) next = next.nextElementSibling;
      else if (!known || !keepsOrder) list.insertBefore(element, keepsOrder ? null : next);
    }
    this.#get(`${name}-none`).hidden = rows.length > 0;
    this.#get(`${name}-table`).hidden = rows.length === 0;
  }

  #newRow(name: string, { id, cells, acts, name: called }: Row): El {
    const { document } = this.#page;
    const row = document.createElement('tr');
    row.setAttribute('role', 'row');
    const heads = this.#get(`${name}-heads`).children;
    cells.forEach((_, at) => {
      const cell = document.createElement(at === 0 ? 'th' : 'td');
      cell.setAttribute('role', at === 0 ? 'rowheader' : 'cell');
      cell.dataset['label'] = heads[at]?.textContent ?? '';
      row.append(cell);
    });
    if (acts) {
      const cell = document.createElement('td');
      cell.setAttribute('role', 'cell');
      cell.className = 'acts';
      for (const _ of acts) {
        const button = document.createElement('button');
        button.dataset['channel'] = id;
        button.dataset['name'] = called ?? id;
        cell.append(button);
      }
      row.append(cell);
    }
    this.#rows.set(`${name} ${id}`, row);
    return row;
  }

  #writeRow(row: El, { id, tone, cells, acts }: Row): void {
    if (row.className !== tone) row.className = tone;
    cells.forEach((cell, at) => {
      const place = row.children[at];
      if (!place) return;
      this.#write(place, this.#textOf(cell));
      const title = cell.title ?? (cell.at === undefined ? '' : this.#exact(cell.at));
      if (place.title !== title) place.title = title;
    });
    acts?.forEach((act, at) => {
      const button = row.children[cells.length]?.children[at];
      if (button) this.#writeButton(button, act, id);
    });
  }

  #writeButton(button: El, { does, text, label }: RowAct, channel: string): void {
    const isBusy = this.#busy.has(channel);
    button.dataset['does'] = does;
    button.className = does;
    this.#write(button, isBusy && does !== 'remove' ? this.#word('working') : text);
    button.setAttribute('aria-label', label);
    if (isBusy) button.setAttribute('aria-disabled', 'true');
    else button.removeAttribute('aria-disabled');
  }

  #textOf({ text, at }: Cell): string {
    if (at === undefined) return text;
    const ago = this.#ago(at);
    return text === '' ? ago : `${text} · ${ago}`;
  }

  #ago(at: number): string {
    const seconds = Math.max(0, Math.round(((this.#view?.now ?? at) - at) / 1_000));
    const { lang } = this.#page.document.documentElement;
    const say = new Intl.RelativeTimeFormat(lang, { style: 'narrow', numeric: 'always' });
    if (seconds < 60) return say.format(-seconds, 'second');
    if (seconds < 3_600) return say.format(-Math.floor(seconds / 60), 'minute');
    if (seconds < 172_800) return say.format(-Math.floor(seconds / 3_600), 'hour');
    return say.format(-Math.floor(seconds / 86_400), 'day');
  }

  #exact(at: number): string {
    const { lang } = this.#page.document.documentElement;
    return new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'medium' }).format(at);
  }

  #filter(): void {
    const wanted = this.#get('filter').value.trim().toLowerCase();
    const rows = this.#view?.channels ?? [];
    let shown = 0;
    for (const { id, cells } of rows) {
      const text = [id, ...cells.map((cell) => cell.text)].join(' ').toLowerCase();
      const isShown = text.includes(wanted);
      const row = this.#rows.get(`channels ${id}`);
      if (row && row.hidden === isShown) row.hidden = !isShown;
      if (isShown) shown += 1;
    }
    const count = this.#word('shown');
    const said = count.replace('{shown}', String(shown)).replace('{all}', String(rows.length));
    this.#write(this.#get('shown'), wanted === '' ? '' : said);
    this.#get('nothing').hidden = shown > 0 || rows.length === 0;
  }

  #clicked(target: El | null): void {
    const button = target?.closest('button');
    if (!button) return;
    const { does, channel, name } = button.dataset;
    switch (does) {
      case 'add':
        void this.#do({ does }, button);
        break;
      case 'pause':
      case 'resume':
        if (channel !== undefined) void this.#do({ does, channel }, button);
        break;
      case 'remove':
        if (channel !== undefined) this.#ask(channel, name ?? channel);
        break;
      case 'yes':
        this.#get('ask').close();
        if (this.#asked) void this.#do({ does: 'remove', channel: this.#asked.id }, null);
        break;
      case 'copy':
        void this.#copy();
        break;
      case 'close':
        button.closest('dialog')?.close();
        break;
      default:
    }
  }

  #ask(id: string, name: string): void {
    if (this.#busy.has(id)) return;
    this.#asked = { id, name };
    this.#write(
      this.#get('ask-title'),
      this.#word('ask').replace('{channel}', () => name),
    );
    this.#get('ask').showModal();
  }

  async #do(order: { does: string; channel?: string }, button: El | null): Promise<void> {
    const what = order.channel ?? order.does;
    if (this.#busy.has(what)) return;
    this.#busy.add(what);
    button?.setAttribute('aria-disabled', 'true');
    this.#show();
    this.#tell(this.#word(order.does === 'remove' ? 'removing' : 'working'), '');
    try {
      const { fetch } = this.#page;
      const answer = await fetch.call(this.#page, 'do', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(order),
      });
      const outcome = (await answer.json()) as Outcome;
      this.#tell(outcome.text, outcome.isDone ? 'ok' : 'bad');
      if (outcome.link !== undefined) this.#showLink(outcome);
    } catch {
      this.#tell(this.#word('unsure'), 'bad');
    }
    this.#busy.delete(what);
    button?.removeAttribute('aria-disabled');
    void this.#look();
  }

  #showLink({ link = '', until }: Outcome): void {
    const field = this.#get('link-text');
    field.value = link;
    const time = until === undefined ? '' : this.#exact(until);
    this.#write(
      this.#get('link-until'),
      this.#word('until').replace('{until}', () => time),
    );
    this.#write(this.#get('copied'), '');
    this.#get('link').showModal();
    field.focus();
    field.select();
  }

  async #copy(): Promise<void> {
    const field = this.#get('link-text');
    field.select();
    const copied = await this.#page.navigator.clipboard
      ?.writeText(field.value)
      .then(() => true)
      .catch(() => false);
    this.#write(this.#get('copied'), this.#word(copied ? 'copied' : 'copy-yourself'));
  }

  #tell(text: string, tone: string): void {
    const told = this.#get('told');
    told.className = tone;
    this.#write(told, text);
  }

  /** Only what changed: a screen reader does not hear the same again, and a selection stays. */
  #write(element: El, text: string): void {
    if (element.textContent !== text) element.textContent = text;
  }

  #word(name: string): string {
    return this.#get('words').querySelector(`[data-word="${name}"]`)?.textContent ?? '';
  }

  #list(name: string): El {
    return this.#get(`${name}-rows`);
  }

  #get(id: string): El {
    const found = this.#page.document.querySelector(`#${id}`);
    if (!found) throw new Error(id);
    return found;
  }
}
