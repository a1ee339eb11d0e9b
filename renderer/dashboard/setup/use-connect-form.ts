import { useState } from 'react';
import {
  CONNECT_FIELDS,
  type ConnectFaults,
  type ConnectField,
  type ConnectForm,
  connectCure,
  tidyConnect,
} from '../../../shared/connect-check.ts';
import type { DesktopState } from '../../../shared/desktop.ts';
import { useWords } from '../context.ts';
import { faultsOf } from './steps.ts';

export type Typed = Readonly<Record<ConnectField, string>>;

export interface ConnectFormState {
  readonly typed: Typed;
  /** Of everything that is typed, whether it is shown yet or not. */
  readonly faults: ConnectFaults;
  type(field: ConnectField, value: string): void;
  leave(field: ConnectField): void;
  /** What to do about a field; null: nothing, or nothing yet. */
  cureOf(field: ConnectField): string | null;
  /** Everything as it is to be sent, or the first field that is wrong; from now on all faults show. */
  submit(): { readonly form: ConnectForm } | { readonly wrong: ConnectField };
}

type Connect = DesktopState['setup']['connect'];

/**
 * What is typed. A fault shows when its field was left, or at once in a key, which is pasted rather
 * than typed; that something is still missing shows only when everything is sent.
 */
export function useConnectForm({ hasSecret, ...connect }: Connect): ConnectFormState {
  const { pick } = useWords();
  const [typed, setTyped] = useState<Typed>({ ...connect, clientSecret: '' });
  const [judged, setJudged] = useState<ReadonlySet<ConnectField>>(new Set());
  const [sent, setSent] = useState(false);
  const clientSecret = typed.clientSecret === '' && hasSecret ? null : typed.clientSecret;
  const form: ConnectForm = { ...typed, clientSecret };
  const faults = faultsOf(form, hasSecret);
  const judge = (field: ConnectField) => setJudged((before) => new Set([...before, field]));
  return {
    typed,
    faults,
    type(field, value) {
      setTyped((before) => ({ ...before, [field]: value }));
      if (field === 'clientId' || field === 'clientSecret') judge(field);
    },
    leave: judge,
    cureOf(field) {
      const fault = faults[field];
      const isShown = sent || (judged.has(field) && fault !== 'missing');
      return fault !== undefined && isShown ? pick(connectCure(field, fault)) : null;
    },
    submit() {
      setSent(true);
      const wrong = CONNECT_FIELDS.find((field) => faults[field] !== undefined);
      return wrong === undefined ? { form: tidyConnect(form) } : { wrong };
    },
  };
}
