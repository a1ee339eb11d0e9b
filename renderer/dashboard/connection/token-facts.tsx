import type { AppStatus } from '../../../shared/status.ts';
import { useNow, useWords } from '../context.ts';
import { useWhen } from './when.ts';

/** How old the sign-in is and how long it lasts; never what it is. */
export function TokenFacts({ tokens }: Pick<AppStatus, 'tokens'>) {
  const { t } = useWords();
  const { past, future } = useWhen(useNow(1_000));
  return (
    <>
      <h3>{t('line.token')}</h3>
      {tokens ? (
        <>
          <dl className="vitals">
            <div className="vital">
              <dt>{t('line.token-issued')}</dt>
              <dd>{past(tokens.issuedAt)}</dd>
            </div>
            <div className="vital">
              <dt>{t('line.token-expires')}</dt>
              <dd>{future(tokens.expiresAt)}</dd>
            </div>
          </dl>
          <p className="card-note">{t('line.token-note')}</p>
        </>
      ) : (
        <p className="card-note">{t('line.signed-out')}</p>
      )}
    </>
  );
}
