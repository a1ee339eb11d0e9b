import { Check } from 'lucide-react';
import { useWords } from '../context.ts';
import type { ShownStep } from './steps.ts';

interface ProgressProps {
  readonly way: readonly ShownStep[];
  readonly step: ShownStep;
}

/** How far the first run is: a dot a step, the present one with its name. */
export function Progress({ way, step }: ProgressProps) {
  const { t } = useWords();
  const present = way.indexOf(step);
  return (
    <nav className="way" aria-label={t('setup.progress')}>
      <ol>
        {way.map((entry, index) => (
          <li
            key={entry}
            aria-current={index === present ? 'step' : undefined}
            data-done={index < present}
          >
            <span className="way-dot" aria-hidden>
              {index < present ? <Check size={12} /> : index + 1}
            </span>
            <span className="way-name">{t(`setup.step.${entry}`)}</span>
            {index < present ? <span className="only-heard">{t('setup.done-step')}</span> : null}
          </li>
        ))}
      </ol>
      <p className="way-position">
        {t('setup.position', { step: present + 1, total: way.length })}
      </p>
    </nav>
  );
}
