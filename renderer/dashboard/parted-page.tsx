import { type ReactNode, useId } from 'react';
import { PARTS, type PartedView, type PartOf, selectParts } from '../stores/dashboard-store.ts';
import { Tabs, tabPanel } from '../ui/tabs.tsx';
import { AlertQueuePage, AlertRulesPage, AlertSettingsPage } from './alerts/alerts-page.tsx';
import { CommandsPage } from './chat-commands/commands-page.tsx';
import { ConnectionPage } from './connection/connection-page.tsx';
import { PermissionsPage } from './connection/permissions-page.tsx';
import { usePage, useSelect, useWords } from './context.ts';
import { CountersPage } from './counters/counters-page.tsx';
import { DoorsPage } from './doors/doors-page.tsx';
import { DrawPage } from './draw/draw-page.tsx';
import { DropsPage } from './drops/drops-page.tsx';
import { MaintenancePage } from './maintenance/maintenance-page.tsx';
import { MarksPage } from './marks/marks-page.tsx';
import { MissionsPage } from './missions/missions-page.tsx';
import { ObsPage } from './obs/obs-page.tsx';
import { ObsTabSign } from './obs/obs-sign.tsx';
import { OverlayPage } from './overlay/overlay-page.tsx';
import { PlayersPage } from './players/players-page.tsx';
import { ReportsPage } from './reports/reports-page.tsx';
import { PastPage } from './show/past-page.tsx';
import { SubathonPage } from './subathon/subathon-page.tsx';
import {
  AppSign,
  ClaimsSign,
  ConnectionSign,
  HeldSign,
  PermissionsSign,
  WidgetsSign,
} from './view-signs.tsx';
import { VotePage } from './vote/vote-page.tsx';
import { WheelPage } from './wheel/wheel-page.tsx';
import { WidgetsPage } from './widgets/widgets-page.tsx';

type Part = PartOf<PartedView>;

interface PartPage {
  readonly Page: () => ReactNode;
  readonly Sign?: () => ReactNode;
}

const PAGES: Readonly<Record<Part, PartPage>> = {
  queue: { Page: AlertQueuePage, Sign: HeldSign },
  rules: { Page: AlertRulesPage },
  settings: { Page: AlertSettingsPage },
  layout: { Page: OverlayPage },
  widgets: { Page: WidgetsPage, Sign: WidgetsSign },
  vote: { Page: VotePage },
  players: { Page: PlayersPage },
  counters: { Page: CountersPage },
  commands: { Page: CommandsPage },
  draw: { Page: DrawPage },
  subathon: { Page: SubathonPage },
  missions: { Page: MissionsPage },
  past: { Page: PastPage },
  wheel: { Page: WheelPage },
  records: { Page: ReportsPage },
  drops: { Page: DropsPage, Sign: ClaimsSign },
  marks: { Page: MarksPage },
  app: { Page: MaintenancePage, Sign: AppSign },
  obs: { Page: ObsPage, Sign: ObsTabSign },
  doors: { Page: DoorsPage },
  connection: { Page: ConnectionPage, Sign: ConnectionSign },
  permissions: { Page: PermissionsPage, Sign: PermissionsSign },
};

/** A place of several parts, with a tab for each. The part chosen by its tab is remembered. */
export function PartedPage({ view }: { readonly view: PartedView }) {
  const { t } = useWords();
  const { dashboard, host } = usePage();
  const id = useId();
  const shown = useSelect(selectParts)[view];
  const parts: readonly [Part, ...Part[]] = PARTS[view];
  const preference = `part.${view}`;
  const kept = host.readPreference(preference);
  const present = shown ?? parts.find((part) => part === kept) ?? parts[0];
  const { Page } = PAGES[present];
  return (
    <>
      <Tabs
        id={id}
        label={t(`view.${view}`)}
        tabs={parts.map((part) => {
          const { Sign } = PAGES[part];
          return { value: part, label: t(`part.${part}`), sign: Sign ? <Sign /> : null };
        })}
        present={present}
        onShow={(part) => {
          host.writePreference(preference, part);
          dashboard.show(view, part);
        }}
      />
      <div className="part-panel" {...tabPanel(id, present)}>
        <Page />
      </div>
    </>
  );
}
