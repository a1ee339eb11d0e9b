import { pathToFileURL } from 'node:url';
import type {
  CompanionActionDefinitions,
  CompanionFeedbackDefinitions,
  CompanionPresetDefinitions,
  CompanionPresetSection,
  InstanceBase,
} from '@companion-module/base';

interface ModuleFile {
  readonly default: new (context: object) => InstanceBase;
}

interface Secrets {
  readonly key: string;
}

/**
 * Stands in for Companion: starts an instance of a built module with the context that Companion's own
 * process gives it, and keeps what the module tells.
 */
export class CompanionHost {
  readonly variables = new Map<string, unknown>();
  readonly logged: string[] = [];
  variableNames: Record<string, { name: string }> = {};
  actions: CompanionActionDefinitions = {};
  feedbacks: CompanionFeedbackDefinitions = {};
  presets: CompanionPresetDefinitions = {};
  sections: readonly CompanionPresetSection[] = [];
  status = '';
  said: string | null = null;
  /** How often all feedbacks were asked for again. */
  checks = 0;
  readonly instance: InstanceBase;

  private constructor(file: ModuleFile) {
    const context = {
      _isInstanceContext: true,
      id: 'stagelight-1',
      label: 'stagelight',
      upgradeScripts: [],
      updateStatus: (status: string, said: string | null) => {
        this.status = status;
        this.said = said;
      },
      setActionDefinitions: (actions: CompanionActionDefinitions) => {
        this.actions = actions;
      },
      setFeedbackDefinitions: (feedbacks: CompanionFeedbackDefinitions) => {
        this.feedbacks = feedbacks;
      },
      setPresetDefinitions: (
        sections: readonly CompanionPresetSection[],
        presets: CompanionPresetDefinitions,
      ) => {
        this.sections = sections;
        this.presets = presets;
      },
      setVariableDefinitions: (names: Record<string, { name: string }>) => {
        this.variableNames = names;
      },
      setVariableValues: (values: Record<string, unknown>) => {
        for (const [name, value] of Object.entries(values)) this.variables.set(name, value);
      },
      checkAllFeedbacks: () => {
        this.checks += 1;
      },
    };
    Object.assign(globalThis, {
      COMPANION_LOGGER: (_: string, level: string, message: string) =>
        this.logged.push(`${level} ${message}`),
    });
    this.instance = new file.default(context);
  }

  /** @param folder the built module. */
  static async load(folder: string): Promise<CompanionHost> {
    const address = pathToFileURL(`${folder}/main.js`).href;
    return new CompanionHost((await import(/* @vite-ignore */ address)) as ModuleFile);
  }

  start(address: string, secrets: Secrets, language = 'en'): Promise<void> {
    return this.instance.init({ address, language }, true, { ...secrets });
  }

  /** As a press of a button does. */
  async press(actionId: string, options: Record<string, string | number> = {}): Promise<void> {
    const action = this.actions[actionId];
    if (!action) throw new RangeError(`There is no action ${actionId}.`);
    const event = { id: 'a', controlId: 'b', actionId, options, surfaceId: undefined };
    await action.callback(event, { setCustomVariableValue: () => undefined } as never);
  }

  /** What a feedback answers now. */
  feedback(feedbackId: string, options: Record<string, string | number> = {}): unknown {
    const feedback = this.feedbacks[feedbackId];
    if (!feedback) throw new RangeError(`There is no feedback ${feedbackId}.`);
    const event = { id: 'f', controlId: 'b', feedbackId, options, previousOptions: null };
    return feedback.callback({ ...event, type: feedback.type } as never, {} as never);
  }
}
