import { Bot, Eye, EyeOff, KeyRound, Save } from 'lucide-react';
import { useEffect, useState } from 'react';
import { API_ORIGINS_MOST, ORIGIN } from '../../../shared/contract/doors.ts';
import type {
  StreamerbotProgram,
  StreamerbotSettings,
  StreamerbotState,
} from '../../../shared/contract/streamerbot.ts';
import { selectStreamerbot } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { EntriesField, NumberField } from '../../ui/fields.tsx';
import { Fold } from '../../ui/fold.tsx';
import { ActionDialog, CoreButton } from '../action-button.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ActionProblem, ProblemNote } from '../problems.tsx';
import { useWhen } from '../times.tsx';

const EVERY_MINUTE_MS = 60_000;
const MOST_ORIGIN_CHARS = 300;
const PORTS = { min: 1_024, max: 65_535 };

/** The door for programs that were made for Streamer.bot. */
export function StreamerbotCard() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const state = useSelect(selectStreamerbot);
  if (!state) return null;
  const { settings, problem } = state;
  const turn = (on: boolean) => void dashboard.ask('streamerbot.set', { ...settings, on });
  return (
    <Card icon={Bot} title={t('streamerbot.title')}>
      <p className="card-text">{t('streamerbot.text')}</p>
      <Switch label={t('streamerbot.on')} on={settings.on} onChange={turn} />
      <ProblemNote problem={problem} />
      {settings.on ? <Opened state={state} /> : null}
      <ActionProblem action="streamerbot.set" />
      <Fold title={t('streamerbot.more')}>
        <SettingsForm settings={settings} />
      </Fold>
    </Card>
  );
}

function Opened({ state }: { readonly state: StreamerbotState }) {
  const { t } = useWords();
  const { address, programs, settings } = state;
  return (
    <>
      {address === null ? null : (
        <AddressField
          label={t('streamerbot.address')}
          address={address}
          wanted={false}
          copyLabel={t('streamerbot.copy-address')}
        />
      )}
      {settings.needsPassword ? null : (
        <Callout tone="warn" title={t('streamerbot.open')} text={t('streamerbot.open-text')} />
      )}
      <Password />
      <Programs programs={programs} />
    </>
  );
}

/** Shown only when asked for, and until the page is left. */
function Password() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [password, setPassword] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const show = async (renew: boolean) => {
    const answer = await dashboard.ask('streamerbot.password', { renew });
    setAsking(false);
    if (answer) setPassword(answer.password);
  };
  return (
    <>
      {password === null ? null : (
        <AddressField
          label={t('streamerbot.password')}
          address={password}
          copyLabel={t('streamerbot.copy-password')}
        />
      )}
      <div className="card-row">
        {password === null ? (
          <CoreButton action="streamerbot.password" icon={Eye} onPress={() => void show(false)}>
            {t('streamerbot.show-password')}
          </CoreButton>
        ) : (
          <Button icon={EyeOff} onPress={() => setPassword(null)}>
            {t('streamerbot.hide-password')}
          </Button>
        )}
        <Button variant="ghost" icon={KeyRound} onPress={() => setAsking(true)}>
          {t('streamerbot.renew')}
        </Button>
      </div>
      <ActionProblem action="streamerbot.password" />
      {asking ? (
        <ActionDialog
          action="streamerbot.password"
          title={t('streamerbot.renew-title')}
          text={t('streamerbot.renew-text')}
          confirm={t('streamerbot.renew')}
          cancel={t('doors.keep')}
          onConfirm={() => void show(true)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

function Programs({ programs }: { readonly programs: readonly StreamerbotProgram[] }) {
  const { t } = useWords();
  const { past } = useWhen(useNow(EVERY_MINUTE_MS));
  if (programs.length === 0) return <p className="card-note">{t('streamerbot.nobody')}</p>;
  return (
    <ul className="show-rows door-keys" aria-label={t('streamerbot.programs')}>
      {programs.map(({ id, origin, since, proved }) => (
        <li key={id}>
          <div className="words">
            <strong>{origin ?? t('streamerbot.program', { number: id })}</strong>
            <span className="card-note">{t('streamerbot.since', { when: past(since) })}</span>
          </div>
          <Badge tone={proved ? 'live' : 'neutral'}>
            {t(proved ? 'streamerbot.proved' : 'streamerbot.unproved')}
          </Badge>
        </li>
      ))}
    </ul>
  );
}

function SettingsForm({ settings }: { readonly settings: StreamerbotSettings }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [draft, setDraft] = useState(settings);
  // Shows what another dashboard has set.
  useEffect(() => setDraft(settings), [settings]);
  const { port, needsPassword, origins } = draft;
  const wrong = origins.find((origin) => !ORIGIN.test(origin.toLowerCase()));
  const isSame = JSON.stringify(draft) === JSON.stringify(settings);
  const save = () =>
    void dashboard.ask('streamerbot.set', { ...draft, on: settings.on, origins: [...origins] });
  return (
    <div className="tool-settings">
      <NumberField
        label={t('streamerbot.port')}
        note={t('streamerbot.port-note')}
        {...PORTS}
        value={port}
        onChange={(value) => setDraft({ ...draft, port: value })}
      />
      <Switch
        label={t('streamerbot.needs-password')}
        text={t('streamerbot.needs-password-text')}
        on={needsPassword}
        onChange={(needs) => setDraft({ ...draft, needsPassword: needs })}
      />
      <EntriesField
        label={t('streamerbot.origins')}
        note={
          wrong === undefined
            ? t('streamerbot.origins-note')
            : t('doors.origin-wrong', { origin: wrong })
        }
        faulty={wrong !== undefined}
        value={origins}
        max={MOST_ORIGIN_CHARS}
        most={API_ORIGINS_MOST}
        onChange={(list) => setDraft({ ...draft, origins: [...list] })}
      />
      <div className="card-row">
        <CoreButton
          action="streamerbot.set"
          icon={Save}
          disabled={isSame || wrong !== undefined}
          onPress={save}
        >
          {t('streamerbot.save')}
        </CoreButton>
      </div>
    </div>
  );
}
