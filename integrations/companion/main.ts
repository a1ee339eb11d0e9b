import {
  InstanceBase,
  InstanceStatus,
  type JsonObject,
  type SomeCompanionConfigField,
} from '@companion-module/base';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { DECK_FACTS } from '../decks/deck-facts.ts';
import { DeckLink, faceOf, type LinkState, linkSettingsOf, linkText } from '../decks/deck-link.ts';
import {
  choicesOf,
  DECK_LISTS,
  type DeckRow,
  type Face,
  type Seen,
  type Values,
} from '../decks/deck-row.ts';
import { DECK_ROWS } from '../decks/deck-table.ts';
import { type Say, wordsOf } from '../decks/deck-words.ts';
import { actionsOf, feedbacksOf, presetsOf } from './definitions.ts';

/** The module as Companion starts it. */

export const UpgradeScripts: readonly never[] = [];

const STATUS: Readonly<Record<LinkState['kind'], InstanceStatus>> = {
  unset: InstanceStatus.BadConfig,
  'bad-address': InstanceStatus.BadConfig,
  connecting: InstanceStatus.Connecting,
  live: InstanceStatus.Ok,
  lost: InstanceStatus.Disconnected,
  blind: InstanceStatus.InsufficientPermissions,
  refused: InstanceStatus.AuthenticationFailure,
};

/** Companion is told at most so often. */
const EVERY_MS = 100;

export default class StagelightModule extends InstanceBase {
  readonly #link = new DeckLink({ onChange: () => this.#changed() });
  #say: Say = wordsOf('en');
  #language = 'en';
  #told: NodeJS.Timeout | null = null;
  #clock: NodeJS.Timeout | null = null;
  /** The lists and the language that Companion knows. */
  #known = '';
  #status = '';

  async init(config: JsonObject, _: boolean, secrets?: JsonObject): Promise<void> {
    this.#use(config, secrets);
  }

  async configUpdated(config: JsonObject, secrets?: JsonObject): Promise<void> {
    this.#use(config, secrets);
  }

  async destroy(): Promise<void> {
    this.#link.close();
    if (this.#told) clearTimeout(this.#told);
    if (this.#clock) clearTimeout(this.#clock);
  }

  getConfigFields(): SomeCompanionConfigField[] {
    const say = this.#say;
    const width = 12;
    return [
      { type: 'static-text', id: 'about', width, label: '', value: say('decks.say.unset') },
      {
        type: 'textinput',
        id: 'address',
        width,
        label: say('decks.connect.address'),
        default: 'http://127.0.0.1:17816/api/v1',
      },
      {
        type: 'secret-text',
        id: 'key',
        width,
        label: say('decks.connect.key'),
        description: say('decks.companion.key-help'),
      },
      {
        type: 'dropdown',
        id: 'language',
        width,
        label: say('decks.companion.language'),
        choices: LANGUAGES.map((id) => ({ id, label: say(`decks.companion.language.${id}`) })),
        default: 'en',
      },
    ];
  }

  #use(config: JsonObject, secrets?: JsonObject): void {
    const { address, key } = linkSettingsOf({ ...config, ...secrets });
    this.#language = String(config['language']);
    this.#say = wordsOf(this.#language);
    this.#tell();
    this.#link.use({ address, key });
  }

  #changed(): void {
    this.#told ??= setTimeout(() => {
      this.#told = null;
      this.#tell();
    }, EVERY_MS);
  }

  #tell(): void {
    this.#tellStatus();
    this.#define();
    const { state } = this.#link;
    const now = Date.now();
    const facts = DECK_FACTS.map(({ id, read }) => [id, read(state, now)] as const);
    const counters = state.activities?.counters?.counters ?? [];
    const counted = counters.map(({ id, value }) => [`counter_${id}`, value] as const);
    this.setVariableValues(Object.fromEntries([...facts, ...counted]));
    this.checkAllFeedbacks();
    this.#tick();
  }

  /** Companion forgets what its user is choosing from when it is told again: only if it changed. */
  #define(): void {
    const { state } = this.#link;
    const lists = DECK_LISTS.map((list) => choicesOf(list, state));
    const known = JSON.stringify([this.#language, lists]);
    if (known === this.#known) return;
    this.#known = known;
    const say = this.#say;
    const parts = {
      state,
      say,
      press: (row: DeckRow, values: Values) => this.#press(row, values),
      face: (row: DeckRow, values: Values) => this.#face(row, values),
      isOn: (row: DeckRow, values: Values) => row.isOn?.(this.#seen(values)) ?? false,
    };
    const counters = state.activities?.counters?.counters ?? [];
    this.setVariableDefinitions(
      Object.fromEntries([
        ...DECK_FACTS.map(({ id }) => [id, { name: say(`decks.fact.${id}`) }]),
        ...counters.map(({ id, name }) => [
          `counter_${id}`,
          { name: say('decks.fact.counter', { name }) },
        ]),
      ]),
    );
    this.setActionDefinitions(actionsOf(parts));
    this.setFeedbackDefinitions(feedbacksOf(parts));
    const { presets, sections } = presetsOf(parts);
    this.setPresetDefinitions(sections, presets);
  }

  #tellStatus(): void {
    const { link } = this.#link;
    const text = link.kind === 'live' ? null : linkText(link, 'say', this.#say);
    const status = `${link.kind} ${text}`;
    if (status === this.#status) return;
    this.#status = status;
    this.updateStatus(STATUS[link.kind], text);
  }

  #seen(values: Values): Seen {
    return { state: this.#link.state, values, now: Date.now(), place: 0, say: this.#say };
  }

  #face(row: DeckRow, values: Values): Face {
    return faceOf(row, this.#link.link, this.#seen(values));
  }

  /** Again when a clock shows another second; nothing is asked of the app for it. */
  #tick(): void {
    if (this.#clock) clearTimeout(this.#clock);
    const next = Math.min(
      ...DECK_ROWS.map((row) => this.#face(row, {}).nextIn ?? Number.POSITIVE_INFINITY),
    );
    this.#clock = Number.isFinite(next) ? setTimeout(() => this.#tell(), next) : null;
  }

  async #press(row: DeckRow, values: Values): Promise<void> {
    const deed = row.press(this.#seen(values));
    if (!deed && this.#link.link.kind === 'live') return;
    const wrong = deed
      ? await this.#link.run(deed, this.#say)
      : linkText(this.#link.link, 'say', this.#say);
    if (wrong !== null) this.log('warn', `${this.#say(`decks.${row.id}.name`)}: ${wrong}`);
  }
}
