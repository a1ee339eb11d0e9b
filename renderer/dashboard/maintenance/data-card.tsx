import { FolderOpen } from 'lucide-react';
import type { CarePlace } from '../../../shared/contract/maintenance.ts';
import { actionOf, selectReachable } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';

const selectOpen = actionOf('care.open-folder');

/** Where everything is kept. */
export function DataCard({ place }: { readonly place: CarePlace }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const { phase } = useSelect(selectOpen);
  return (
    <Card
      icon={FolderOpen}
      title={t('data.title')}
      aside={
        place.version === '' ? null : <Badge>{t('data.version', { version: place.version })}</Badge>
      }
    >
      <p className="card-text">{t('data.text')}</p>
      <AddressField
        label={t('data.path')}
        address={place.dataDir}
        masked={null}
        wanted={false}
        copyLabel={t('data.copy')}
      />
      {place.canOpenFolder ? (
        <div className="card-row">
          <Button
            icon={FolderOpen}
            busy={phase === 'pending'}
            disabled={!reachable}
            onPress={() => void dashboard.ask('care.open-folder', {})}
          >
            {t('data.open')}
          </Button>
        </div>
      ) : null}
      <ActionProblem action="care.open-folder" />
    </Card>
  );
}
