import { KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import type { MaintenancePlace } from '../../../shared/contract/maintenance.ts';
import { cureOf, whatOf } from '../../../shared/problem.ts';
import { selectDesktop } from '../../stores/dashboard-store.ts';
import type { OwnerQuestion } from '../../stores/owner-code.ts';
import { Button } from '../../ui/button.tsx';
import { useModal } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useSelect, useWords } from '../context.ts';

/** Asks for the code in the core's terminal while the core needs one. */
export function OwnerCode() {
  const question = useSelect(({ ownerQuestion }) => ownerQuestion);
  return question ? <OwnerCodeDialog key={question.problem.code} question={question} /> : null;
}

function OwnerCodeDialog({ question }: { readonly question: OwnerQuestion }) {
  const { t, pick } = useWords();
  const id = useId();
  const modal = useModal(() => question.answer(null));
  const [code, setCode] = useState('');
  return (
    <dialog
      {...modal}
      className="dialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
    >
      <h2 id={`${id}title`}>{pick(whatOf(question.problem))}</h2>
      <p id={`${id}text`}>{pick(cureOf(question.problem))}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim() !== '') question.answer(code.trim().slice(0, 100));
        }}
      >
        <TextField
          label={t('owner.code')}
          value={code}
          placeholder="ABCD-EFGH"
          onChange={setCode}
        />
        <div className="dialog-buttons">
          <Button onPress={() => question.answer(null)}>{t('upkeep.cancel')}</Button>
          <Button
            variant="primary"
            icon={KeyRound}
            disabled={code.trim() === ''}
            onPress={() => question.answer(code.trim().slice(0, 100))}
          >
            {t('owner.go-on')}
          </Button>
        </div>
      </form>
    </dialog>
  );
}

/** Where to do this, on a page outside the app's own window. */
export function OwnerNote({ place }: { readonly place: MaintenancePlace }) {
  const { t } = useWords();
  const isAppWindow = useSelect(selectDesktop) !== null;
  return isAppWindow ? null : <p className="card-note">{t(`owner.note-${place.host}`)}</p>;
}
