import { Globe } from 'lucide-react';
import { useState } from 'react';
import type { WidgetHost, WidgetRow } from '../../../shared/contract/widgets.ts';
import { Card } from '../../ui/card.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

interface HostListProps {
  readonly hosts: readonly WidgetHost[];
  readonly allowed: readonly string[];
  readonly onAllow: (allowed: readonly string[]) => void;
}

/** Whom a package names, each to be let through by its own check. */
export function HostList({ hosts, allowed, onAllow }: HostListProps) {
  const { t } = useWords();
  const far = hosts.filter(({ isNear }) => !isNear);
  const near = hosts.filter(({ isNear }) => isNear).map(({ host }) => host);
  return (
    <>
      <p className="card-text">{t(far.length > 0 ? 'widgets.hosts-text' : 'widgets.hosts-none')}</p>
      {far.length > 0 ? (
        <fieldset className="picks widget-hosts">
          <legend>{t('widgets.hosts')}</legend>
          {far.map(({ host, uses }) => (
            <label key={host} className="pick">
              <input
                type="checkbox"
                checked={allowed.includes(host)}
                onChange={({ currentTarget }) =>
                  onAllow(
                    currentTarget.checked
                      ? [...allowed, host]
                      : allowed.filter((each) => each !== host),
                  )
                }
              />
              <span>
                <strong>{host}</strong> {uses.map((use) => t(`widgets.use-${use}`)).join(', ')}
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {near.length > 0 ? (
        <p className="card-note">{t('widgets.hosts-near', { list: near.join(', ') })}</p>
      ) : null}
    </>
  );
}

/** What the streamer said of a package's hosts, to be changed. */
export function HostsCard({ row }: { readonly row: WidgetRow }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { id, hosts } = row;
  const kept = hosts.filter((host) => host.allowed).map(({ host }) => host);
  const [draft, setDraft] = useState<readonly string[] | null>(null);
  const allowed = draft ?? kept;
  const save = async () => {
    if (await dashboard.ask('widgets.hosts', { id, hosts: [...allowed] }, id)) setDraft(null);
  };
  return (
    <Card icon={Globe} title={t('widgets.hosts')}>
      <HostList hosts={hosts} allowed={allowed} onAllow={setDraft} />
      {draft ? (
        <div className="card-row">
          <CoreButton variant="primary" action={`widgets.hosts#${id}`} onPress={() => void save()}>
            {t('widgets.save-hosts')}
          </CoreButton>
        </div>
      ) : null}
      <ActionProblem action={`widgets.hosts#${id}`} />
    </Card>
  );
}
