import type { ChannelIdsFault } from '../../../shared/contract/people.ts';
import type { Words } from '../../i18n/dashboard.ts';

/** What is wrong with what was typed as channel ids, and what to type instead. */
export function faultText(fault: ChannelIdsFault, { t }: Words): string {
  switch (fault.kind) {
    case 'none':
      return t('people.fault-none');
    case 'too-many':
      return t('people.fault-too-many', { count: fault.count, most: fault.most });
    case 'address':
    case 'handle':
    case 'dots':
    case 'too-long':
      return t(`people.fault-${fault.kind}`, { id: [...fault.id].slice(0, 40).join('') });
  }
}
