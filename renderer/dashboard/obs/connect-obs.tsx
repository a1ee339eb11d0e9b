import { Eye, EyeOff, LoaderCircle, PlugZap, RotateCw, Unplug } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { ObsCause, ObsLink, ObsState } from '../../../shared/contract/obs.ts';
import { selectReachable } from '../../stores/dashboard-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Fold } from '../../ui/fold.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useNow, usePending, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { PasswordPicture, ServerPicture, ToolsPicture } from './server-pictures.tsx';

interface ObsProps {
  readonly obs: ObsState;
}

/** Before OBS is reached: what this is for and how to connect, or why it is not connected. */
export function ConnectObs({ obs }: ObsProps) {
  const { link } = obs;
  switch (link.state) {
    case 'off':
      return <Agree obs={obs} />;
    case 'connecting':
      return <Connecting />;
    case 'waiting':
      return <Waiting obs={obs} link={link} />;
    case 'connected':
      return null;
  }
}

function Agree({ obs }: ObsProps) {
  const { t } = useWords();
  const [missed, setMissed] = useState<Missed | null>(null);
  return (
    <>
      <p className="card-text">{t('obs.about')}</p>
      <Find label={t('obs.connect')} missed={missed} onMissed={setMissed} />
      <p className="card-note">{t('obs.connect-note')}</p>
      <ByHand obs={obs} open={missed !== null} />
    </>
  );
}

function Connecting() {
  const { t } = useWords();
  return (
    <>
      <Callout
        tone="neutral"
        icon={LoaderCircle}
        spinning
        role="status"
        title={t('obs.connecting')}
      />
      <Disconnect />
    </>
  );
}

type Missed = 'server-off' | 'no';

interface FindProps {
  readonly label: string;
  readonly missed: Missed | null;
  readonly onMissed: (missed: Missed | null) => void;
}

/** Reads OBS's own settings and connects; else says what is missing there. */
function Find({ label, missed, onMissed }: FindProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const find = async () => {
    onMissed(null);
    const answer = await dashboard.ask('obs.find', {});
    if (answer && answer.found !== 'yes') onMissed(answer.found);
  };
  return (
    <>
      <div className="card-row">
        <CoreButton action="obs.find" variant="primary" icon={PlugZap} onPress={() => void find()}>
          {label}
        </CoreButton>
      </div>
      <ActionProblem action="obs.find" />
      {missed === null ? null : (
        <Callout
          tone="warn"
          role="alert"
          title={t(`obs.find-${missed}`)}
          text={t(`obs.find-${missed}-text`)}
        />
      )}
    </>
  );
}

/** What helps: OBS's own settings on this computer, the fields, or another try. */
type Help = 'read' | 'fields' | 'try';

const HELP: Readonly<Record<ObsCause, Exclude<Help, 'fields'>>> = {
  'not-running': 'try',
  'password-needed': 'read',
  'password-wrong': 'read',
  'not-obs': 'read',
  'too-old': 'try',
  lost: 'try',
};

const THIS_COMPUTER = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i;

/** The settings of an OBS on another computer cannot be read. */
function helpFor(cause: ObsCause, host: string): Help {
  const help = HELP[cause];
  return help === 'read' && !THIS_COMPUTER.test(host) ? 'fields' : help;
}

interface WaitingProps extends ObsProps {
  readonly link: Extract<ObsLink, { state: 'waiting' }>;
}

function Waiting({ obs, link: { cause, retryAt } }: WaitingProps) {
  const { t } = useWords();
  const [missed, setMissed] = useState<Missed | null>(null);
  const help = helpFor(cause, obs.host);
  return (
    <>
      <Callout
        tone="warn"
        icon={Unplug}
        role="status"
        title={t(`obs.why-${cause}`, { port: String(obs.port) })}
        text={t(`obs.why-${cause}-text`)}
      />
      {retryAt === null ? null : <NextTry at={retryAt} />}
      {help === 'read' ? <Find label={t('obs.read')} missed={missed} onMissed={setMissed} /> : null}
      {help === 'try' ? <TryNow obs={obs} /> : null}
      <ByHand obs={obs} open={help === 'fields' || missed !== null} />
      <Disconnect />
    </>
  );
}

const SECOND = 1_000;

function NextTry({ at }: { readonly at: number }) {
  const { t, duration } = useWords();
  const left = at - useNow(SECOND);
  if (left <= 0) return null;
  return (
    <p className="card-note" role="timer">
      {t('obs.next-try', { duration: duration(Math.ceil(left / SECOND) * SECOND) })}
    </p>
  );
}

function TryNow({ obs: { host, port } }: ObsProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <>
      <div className="card-row">
        <CoreButton
          action="obs.connect#try"
          variant="primary"
          icon={RotateCw}
          onPress={() => void dashboard.ask('obs.connect', { host, port, password: null }, 'try')}
        >
          {t('obs.try')}
        </CoreButton>
      </div>
      <ActionProblem action="obs.connect#try" />
    </>
  );
}

/** Ends the connection, or the tries to make one. */
export function Disconnect() {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <div className="stack">
      <div className="card-row">
        <CoreButton
          action="obs.disconnect"
          icon={Unplug}
          onPress={() => void dashboard.ask('obs.disconnect', {})}
        >
          {t('obs.disconnect')}
        </CoreButton>
      </div>
      <p className="card-note">{t('obs.disconnect-note')}</p>
      <ActionProblem action="obs.disconnect" />
    </div>
  );
}

/** Where OBS has the password, and the fields for it. */
function ByHand({ obs, open }: ObsProps & { readonly open: boolean }) {
  const { t } = useWords();
  return (
    <Fold title={t('obs.by-hand')} open={open}>
      <div className="stack roomy">
        <ol className="obs-steps">
          <li className="obs-step">
            <ToolsPicture />
            <p className="obs-word">{t('obs.step-1')}</p>
          </li>
          <li className="obs-step">
            <ServerPicture />
            <p className="obs-word">{t('obs.step-2')}</p>
          </li>
          <li className="obs-step">
            <PasswordPicture />
            <p className="obs-word">{t('obs.step-3')}</p>
          </li>
        </ol>
        <Fields obs={obs} />
      </div>
    </Fold>
  );
}

const LONGEST_HOST = 253;
const LAST_PORT = 65_535;

function portOf(text: string): number | null {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return port >= 1 && port <= LAST_PORT ? port : null;
}

function Fields({ obs }: ObsProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const busy = usePending('obs.connect');
  const [host, setHost] = useState(obs.host);
  const [port, setPort] = useState(String(obs.port));
  const [password, setPassword] = useState('');
  const [revealed, setRevealed] = useState(false);
  const [judged, setJudged] = useState(false);
  const address = host.trim();
  const portNumber = portOf(port);
  const isAddress = address !== '' && address.length <= LONGEST_HOST && !/\s/.test(address);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (!isAddress || portNumber === null || busy) return;
    const typed = password === '' ? null : password;
    const done = await dashboard.ask('obs.connect', {
      host: address,
      port: portNumber,
      password: typed,
    });
    if (done) setPassword('');
  };
  const Icon = busy ? LoaderCircle : PlugZap;
  return (
    <form className="stack roomy" noValidate onSubmit={(event) => void submit(event)}>
      <div className="fit obs-fields">
        <TextField
          label={t('obs.host')}
          value={host}
          fault={judged && !isAddress ? t('obs.host-fault') : null}
          onChange={setHost}
          onLeave={() => setJudged(true)}
        />
        <TextField
          label={t('obs.port')}
          value={port}
          fault={judged && portNumber === null ? t('obs.port-fault') : null}
          onChange={setPort}
          onLeave={() => setJudged(true)}
        />
        <TextField
          label={t('obs.password')}
          value={password}
          covered={!revealed}
          note={t(obs.hasPassword ? 'obs.password-kept' : 'obs.password-none')}
          aside={
            <IconButton
              icon={revealed ? EyeOff : Eye}
              label={t(revealed ? 'obs.hide-password' : 'obs.show-password')}
              onPress={() => setRevealed(!revealed)}
            />
          }
          onChange={setPassword}
        />
      </div>
      <div className="card-row">
        <button
          type="submit"
          className="button button-plain"
          aria-busy={busy}
          disabled={!reachable}
        >
          <Icon size={16} aria-hidden className={busy ? 'spinning' : undefined} />
          <span>{t('obs.use')}</span>
        </button>
      </div>
      <ActionProblem action="obs.connect" />
    </form>
  );
}
