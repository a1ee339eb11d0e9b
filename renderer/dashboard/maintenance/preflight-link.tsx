import { ClipboardCheck, ClipboardList, ClipboardX } from 'lucide-react';
import { selectCare, selectDesktop } from '../../stores/dashboard-store.ts';
import { useDashboard, useSelect, useWords } from '../context.ts';

const NOT_LOOKED = { tone: 'neutral', icon: ClipboardList } as const;
const WELL = { tone: 'live', icon: ClipboardCheck } as const;
const TO_DO = { tone: 'warn', icon: ClipboardX } as const;

/** The way to the look before going live; it says how many things were found. */
export function PreflightLink() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const desk = useSelect(selectCare)?.preflight;
  const step = useSelect(selectDesktop)?.setup.step ?? 'done';
  if (!desk || step !== 'done') return null;
  const open = desk.findings.filter(({ state }) => state === 'fail' || state === 'warn').length;
  const { tone, icon: Icon } = desk.at === null ? NOT_LOOKED : open === 0 ? WELL : TO_DO;
  const found = open > 0 ? `: ${t('preflight.to-do', { count: open })}` : '';
  const label = `${t('preflight.strip')}${found}`;
  return (
    <button
      type="button"
      className={`icon-button preflight-link tone-${tone}`}
      title={label}
      aria-label={label}
      onClick={() => dashboard.show('app')}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
