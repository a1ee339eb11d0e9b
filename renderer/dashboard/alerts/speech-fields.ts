import type { SpeechSettings } from '../../../shared/overlay/alert-rules.ts';
import type { GroupSetting } from '../paced-setting.ts';

export interface SpeechFieldsProps {
  readonly speech: SpeechSettings;
  readonly change: GroupSetting<'speech'>[1];
}
