import { FolderOpen, Languages } from 'lucide-react';
import { useState } from 'react';
import type { MaintenancePlace } from '../../../shared/contract/maintenance.ts';
import { selectDesktop, selectMaintenance } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CoreButton } from '../action-button.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { DesktopPage } from '../desktop/desktop-page.tsx';
import { ActionProblem } from '../problems.tsx';
import { LanguageSwitch, ThemeSwitch } from '../status-bar/preferences.tsx';
import { BackupCard } from './backup-card.tsx';
import { BundleCard } from './bundle-card.tsx';
import { LogCard } from './log-card.tsx';
import { ApplicationCard, PlaceCard } from './place-card.tsx';
import { PreflightCard } from './preflight-card.tsx';
import { RestoreCard } from './restore-card.tsx';

const PARTS = ['preflight', 'app', 'place', 'backup', 'support', 'look'] as const;

export function MaintenancePage() {
  const { t } = useWords();
  const desktop = useSelect(selectDesktop);
  const maintenance = useSelect(selectMaintenance);
  const place = maintenance?.place;
  // Identifies this page as the one that chose the backup.
  const [upload, setUpload] = useState<string | null>(null);
  const parts = PARTS.filter((part) => part !== 'app' || desktop);
  return (
    <div className="upkeep columns">
      <nav className="upkeep-index" aria-label={t('upkeep.index')}>
        {parts.map((part) => (
          <a key={part} href={`#upkeep-${part}`}>
            {t(`upkeep.part-${part}`)}
          </a>
        ))}
      </nav>
      <div className="upkeep-parts flow">
        <div id="upkeep-preflight" className="upkeep-part columns">
          <PreflightCard />
        </div>
        {desktop ? (
          <div id="upkeep-app" className="upkeep-part columns">
            <DesktopPage desktop={desktop} />
          </div>
        ) : null}
        <div id="upkeep-place" className="upkeep-part upkeep-two columns">
          {place ? (
            <>
              <PlaceCard place={place} />
              <div className="flow">
                <ApplicationCard place={place} />
                <DataCard place={place} />
              </div>
            </>
          ) : null}
        </div>
        <div id="upkeep-backup" className="upkeep-part upkeep-two columns">
          {place ? (
            <>
              <BackupCard backup={maintenance.backup} place={place} onOpened={setUpload} />
              <RestoreCard
                restore={maintenance.restore}
                place={place}
                upload={upload}
                onOpened={setUpload}
              />
            </>
          ) : null}
        </div>
        <div id="upkeep-support" className="upkeep-part upkeep-two columns">
          <LogCard />
          {place ? <BundleCard bundles={maintenance.bundles} /> : null}
        </div>
        <div id="upkeep-look" className="upkeep-part columns">
          <AppearanceCard />
        </div>
      </div>
    </div>
  );
}

function AppearanceCard() {
  const { t } = useWords();
  return (
    <Card icon={Languages} title={t('look.title')}>
      <div className="look-row">
        <span>{t('look.language')}</span>
        <LanguageSwitch />
        <span>{t('look.theme')}</span>
        <ThemeSwitch />
      </div>
      <p className="card-note">{t('look.text')}</p>
      <ActionProblem action="language" />
    </Card>
  );
}

function DataCard({ place }: { readonly place: MaintenancePlace }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { version } = place;
  return (
    <Card
      icon={FolderOpen}
      title={t('data.title')}
      aside={version === '' ? null : <Badge>{t('data.version', { version })}</Badge>}
    >
      <p className="card-text">{t('data.text')}</p>
      <AddressField
        label={t('data.path')}
        address={place.dataDir}
        wanted={false}
        copyLabel={t('data.copy')}
      />
      {place.canOpenFolder ? (
        <div className="card-row">
          <CoreButton
            action="maintenance.open-folder"
            icon={FolderOpen}
            onPress={() => void dashboard.ask('maintenance.open-folder', {})}
          >
            {t('data.open')}
          </CoreButton>
        </div>
      ) : null}
      <ActionProblem action="maintenance.open-folder" />
    </Card>
  );
}
