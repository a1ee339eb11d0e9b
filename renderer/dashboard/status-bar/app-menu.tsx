import { ClipboardCheck, Menu, MonitorPlay, RotateCcw, TriangleAlert } from 'lucide-react';
import { selectDesktop, selectStatus } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Popup } from '../../ui/popup.tsx';
import { Account } from '../account/account.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ObsBadge, useObsLook } from '../obs/obs-sign.tsx';
import { ActionProblem } from '../problems.tsx';
import { ViewTabs } from '../view-tabs.tsx';
import { LanguageSwitch, ThemeSwitch } from './preferences.tsx';

interface Attention {
  readonly count: number;
  /** Where in the settings most of it is. */
  readonly part: 'connection' | 'permissions';
}

/** What in the settings wants a look. */
function useAttention(): Attention {
  const status = useSelect(selectStatus);
  const urgent = status?.notices.filter((notice) => notice.level !== 'info').length ?? 0;
  const missing = status?.scopes.missing.length ?? 0;
  return { count: urgent + missing, part: urgent > 0 ? 'connection' : 'permissions' };
}

const CARDS = { connection: '#health', permissions: '#permissions' } as const;

/** Leads to what wants a look; nothing if nothing does. */
export function AttentionLink({ onOpened }: { readonly onOpened?: () => void }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { count, part } = useAttention();
  if (count === 0) return null;
  const label = t('strip.attention', { count });
  return (
    // The link targets the card; pressing it also opens the card's place.
    <a
      className="attention tone-warn"
      href={CARDS[part]}
      title={label}
      onClick={() => {
        onOpened?.();
        dashboard.show('settings', part);
      }}
    >
      <TriangleAlert size={16} aria-hidden />
      <span aria-hidden>{count}</span>
      <span className="only-heard">{label}</span>
    </a>
  );
}

/** Opens the menu; names the channel where there is room. */
export function MenuButton({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useWords();
  const status = useSelect(selectStatus);
  const { count } = useAttention();
  const account = status?.account ?? null;
  const isUnseen = useObsLook()?.tone === 'warn';
  return (
    <button
      type="button"
      className="menu-button"
      aria-haspopup="dialog"
      title={t('menu.open')}
      onClick={onOpen}
    >
      <span className="only-heard">{t('menu.open')} </span>
      <bdi className="menu-name cut">
        {account ? (account.channelName ?? account.channelId) : t('state.no-channel')}
      </bdi>
      <Menu size={18} aria-hidden />
      {count > 0 || isUnseen ? <span className="menu-mark" aria-hidden /> : null}
    </button>
  );
}

interface AppMenuProps {
  readonly onBroadcast: () => void;
  readonly onSignOut: () => void;
  readonly onClose: () => void;
}

/** The account and how the page looks; in a dock also the places, and what its bar has no room for. */
export function AppMenu({ onBroadcast, onSignOut, onClose }: AppMenuProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const isSetUp = (useSelect(selectDesktop)?.setup.step ?? 'done') === 'done';
  return (
    <Popup label={t('menu.open')} onClose={onClose}>
      {isSetUp ? (
        <div className="menu-dock">
          <AttentionLink onOpened={onClose} />
          <ViewTabs onShow={onClose} />
          <div className="menu-actions">
            <div className="menu-row">
              <Button
                variant="ghost"
                icon={MonitorPlay}
                onPress={() => {
                  onClose();
                  dashboard.show('settings', 'obs');
                }}
              >
                {t('part.obs')}
              </Button>
              <ObsBadge />
            </div>
            <Button
              variant="ghost"
              icon={ClipboardCheck}
              onPress={() => {
                onClose();
                dashboard.show('settings', 'app');
              }}
            >
              {t('preflight.strip')}
            </Button>
            <Button variant="ghost" icon={RotateCcw} onPress={onBroadcast}>
              {t('broadcast.begin')}
            </Button>
          </div>
        </div>
      ) : null}
      <Account onSignOut={onSignOut} />
      <div className="menu-look">
        <span>{t('look.language')}</span>
        <LanguageSwitch />
        <span>{t('look.theme')}</span>
        <ThemeSwitch />
      </div>
      <ActionProblem action="language" />
    </Popup>
  );
}
