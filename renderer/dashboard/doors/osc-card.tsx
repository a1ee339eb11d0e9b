import { Save, SlidersHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  OSC_PEER_CHARS_MOST,
  OSC_PEERS_MOST,
  type OscSettings,
  type OscState,
  oscPeerOf,
} from '../../../shared/contract/osc.ts';
import { selectOsc } from '../../stores/dashboard-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { EntriesField, NumberField } from '../../ui/fields.tsx';
import { Fold } from '../../ui/fold.tsx';
import { CoreButton } from '../action-button.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem, ProblemNote } from '../problems.tsx';

const PORTS = { min: 1_024, max: 65_535 };

/** The door for consoles, lights, and tablets. */
export function OscCard() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const state = useSelect(selectOsc);
  if (!state) return null;
  const { settings, problem } = state;
  const turn = (on: boolean) => void dashboard.ask('osc.set', { ...plain(settings), on });
  return (
    <Card icon={SlidersHorizontal} title={t('osc.title')}>
      <p className="card-text">{t('osc.text')}</p>
      <Switch label={t('osc.on')} on={settings.on} onChange={turn} />
      <ProblemNote problem={problem} />
      {settings.on ? <Opened state={state} /> : null}
      <ActionProblem action="osc.set" />
      <Fold title={t('osc.more')}>
        <SettingsForm settings={settings} />
      </Fold>
    </Card>
  );
}

const plain = (settings: OscSettings) => ({ ...settings, peers: [...settings.peers] });

function Opened({ state }: { readonly state: OscState }) {
  const { t } = useWords();
  const { address, counts, lastProblem } = state;
  return (
    <>
      {address === null ? null : (
        <AddressField
          label={t('osc.address')}
          address={address}
          wanted={false}
          copyLabel={t('osc.copy-address')}
        />
      )}
      <Callout tone="warn" title={t('osc.warn')} text={t('osc.warn-text')} />
      <p className="card-note" role="status">
        {t('osc.ran', { count: counts.ran })}
      </p>
      <Dropped state={state} />
      {lastProblem === null ? null : <p className="card-note">{t('osc.failed')}</p>}
      <ProblemNote problem={lastProblem} />
    </>
  );
}

/** What came and was not followed, so that a device that does nothing can be understood. */
function Dropped({ state: { counts, lastStranger, lastUnknown } }: { readonly state: OscState }) {
  const { t } = useWords();
  const { strangers, unreadable, unknown, tooMany } = counts;
  const list = [
    strangers > 0 ? t('osc.strangers', { count: strangers, last: lastStranger ?? '' }) : null,
    unreadable > 0 ? t('osc.unreadable', { count: unreadable }) : null,
    unknown > 0 ? t('osc.unknown', { count: unknown, last: lastUnknown ?? '' }) : null,
    tooMany > 0 ? t('osc.too-many', { count: tooMany }) : null,
  ].filter((part) => part !== null);
  if (list.length === 0) return null;
  return <p className="card-note words">{t('osc.dropped', { list: list.join('; ') })}</p>;
}

function SettingsForm({ settings }: { readonly settings: OscSettings }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [draft, setDraft] = useState(settings);
  // Shows what another dashboard has set.
  useEffect(() => setDraft(settings), [settings]);
  const { port, peers } = draft;
  const wrong = peers.find((peer) => oscPeerOf(peer) === null);
  const isSame = JSON.stringify(draft) === JSON.stringify(settings);
  const save = () => void dashboard.ask('osc.set', { ...plain(draft), on: settings.on });
  return (
    <div className="tool-settings">
      <NumberField
        label={t('osc.port')}
        note={t('osc.port-note')}
        {...PORTS}
        value={port}
        onChange={(value) => setDraft({ ...draft, port: value })}
      />
      <EntriesField
        label={t('osc.peers')}
        note={wrong === undefined ? t('osc.peers-note') : t('osc.peer-wrong', { peer: wrong })}
        faulty={wrong !== undefined}
        value={peers}
        max={OSC_PEER_CHARS_MOST}
        most={OSC_PEERS_MOST}
        onChange={(list) => setDraft({ ...draft, peers: [...list] })}
      />
      <div className="card-row">
        <CoreButton
          action="osc.set"
          icon={Save}
          disabled={isSame || wrong !== undefined}
          onPress={save}
        >
          {t('osc.save')}
        </CoreButton>
      </div>
    </div>
  );
}
