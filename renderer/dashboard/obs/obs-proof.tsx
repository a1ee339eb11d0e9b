import { CircleHelp, CircleX, LoaderCircle, ScanEye, TriangleAlert, VolumeOff } from 'lucide-react';
import type { ObsFinding, ObsFindingCode, ObsState } from '../../../shared/contract/obs.ts';
import { MILD_FINDINGS, ON_PURPOSE_CODES } from '../../../shared/obs-finding-kinds.ts';
import { Callout } from '../../ui/callout.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useNow, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { useWhen } from '../times.tsx';

/** Whether viewers see the overlay, by OBS's own picture, and what keeps it from them. */
export function ObsProof({ obs: { proof, streaming } }: { readonly obs: ObsState }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <>
      <Verdict proof={proof} streaming={streaming} />
      {proof.state === 'found' ? (
        <ul className="findings obs-findings" aria-label={t('obs.proof-list')}>
          {proof.findings.map((finding) => (
            <FindingRow key={`${finding.code} ${finding.source}`} finding={finding} />
          ))}
        </ul>
      ) : null}
      <div className="card-row">
        <CoreButton
          action="obs.check"
          icon={ScanEye}
          busy={proof.state === 'looking'}
          onPress={() => void dashboard.ask('obs.check', {})}
        >
          {t('obs.check')}
        </CoreButton>
        {proof.state === 'found' || proof.state === 'unclear' ? <CheckedAt at={proof.at} /> : null}
      </div>
      <ActionProblem action="obs.check" />
    </>
  );
}

function Verdict({ proof, streaming }: Pick<ObsState, 'proof' | 'streaming'>) {
  const { t } = useWords();
  switch (proof.state) {
    case 'unknown':
      return (
        <Callout
          tone="neutral"
          icon={CircleHelp}
          role="status"
          title={t('obs.proof-unknown')}
          text={t('obs.proof-unknown-text')}
        />
      );
    case 'unclear':
      return (
        <Callout
          tone="neutral"
          icon={CircleHelp}
          role="status"
          title={t('obs.proof-unclear')}
          text={t('obs.proof-unclear-text')}
        />
      );
    case 'looking':
      return (
        <Callout
          tone="neutral"
          icon={LoaderCircle}
          spinning
          role="status"
          title={t('obs.proof-looking')}
        />
      );
    case 'proved':
      return (
        <Callout
          tone="live"
          title={<span role="status">{t(streaming ? 'obs.proof-proved' : 'obs.proof-ready')}</span>}
          text={<ProvedAt proof={proof} />}
        />
      );
    case 'found':
      return null;
  }
}

const SECOND = 1_000;

type Proved = Extract<ObsState['proof'], { state: 'proved' }>;

function ProvedAt({ proof: { at, scene, by } }: { readonly proof: Proved }) {
  const { t } = useWords();
  const { ago } = useWhen(useNow(SECOND));
  const text = by === 'program' ? 'obs.proof-proved-text' : 'obs.prove-source-text';
  return t(text, { scene, when: ago(at) });
}

function CheckedAt({ at }: { readonly at: number }) {
  const { t } = useWords();
  const { ago } = useWhen(useNow(SECOND));
  return <p className="card-note">{t('obs.proof-at', { when: ago(at) })}</p>;
}

/** What a set-up brings about. */
const BY_SET_UP: ReadonlySet<ObsFindingCode> = new Set<ObsFindingCode>([
  'no-source',
  'part-missing',
  'not-in-program',
]);

function isLeftToStreamer({ code, fixable }: ObsFinding): boolean {
  return !fixable && !BY_SET_UP.has(code);
}

function FindingRow({ finding }: { readonly finding: ObsFinding }) {
  const { t } = useWords();
  const { code, source, by } = finding;
  const isMild = MILD_FINDINGS.has(code);
  const Icon = isMild ? TriangleAlert : CircleX;
  return (
    <li className={`finding tone-${isMild ? 'warn' : 'error'}`} data-finding={code}>
      <Icon
        size={20}
        className="finding-icon"
        role="img"
        aria-label={t(`preflight.state-${isMild ? 'warn' : 'fail'}`)}
      />
      <div className="finding-words">
        <h3 className="subtitle">{t(`obs.found-${code}`)}</h3>
        <p>{t(`obs.found-${code}-text`)}</p>
        {source === null ? null : (
          <p className="card-note clamp">{t('obs.in-source', { name: source })}</p>
        )}
        {by.length === 0 ? null : (
          <p className="card-note clamp">{t('obs.prove-by', { names: by.join(' · ') })}</p>
        )}
        {isLeftToStreamer(finding) ? <p className="card-note">{t('obs.by-you')}</p> : null}
        {source !== null && ON_PURPOSE_CODES.has(code) ? <OnPurpose input={source} /> : null}
      </div>
      <Fix finding={finding} />
    </li>
  );
}

/** Takes the finding away for good: the sound may go to viewers by a way of its own. */
function OnPurpose({ input }: { readonly input: string }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <>
      <div className="card-row obs-on-purpose">
        <CoreButton
          action={`obs.on-purpose#${input}`}
          variant="ghost"
          icon={VolumeOff}
          label={t('obs.heard-mean-name', { name: input })}
          onPress={() => void dashboard.ask('obs.on-purpose', { input, on: true }, input)}
        >
          {t('obs.heard-mean')}
        </CoreButton>
      </div>
      <ActionProblem action={`obs.on-purpose#${input}`} />
    </>
  );
}

interface FixProps {
  readonly finding: ObsFinding;
  /** The list it stands in, if it is not the proof's: each says its own failure. */
  readonly from?: string;
}

/** The one button that mends a finding; nothing where only the streamer can. */
export function Fix({ finding, from = '' }: FixProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { code, source, fixable } = finding;
  if (isLeftToStreamer(finding)) return null;
  if (!fixable) {
    return (
      <div className="finding-fix">
        <a className="button button-plain" href="#obs-set-up">
          {t('obs.fix-no-source')}
        </a>
      </div>
    );
  }
  const detail = `${code} ${source ?? ''}${from}`;
  return (
    <div className="finding-fix">
      <CoreButton
        action={`obs.fix#${detail}`}
        label={`${t(`obs.fix-${code}`)} (${t(`obs.found-${code}`)})`}
        onPress={() => void dashboard.ask('obs.fix', { code, source }, detail)}
      >
        {t(`obs.fix-${code}`)}
      </CoreButton>
      <ActionProblem action={`obs.fix#${detail}`} />
    </div>
  );
}
