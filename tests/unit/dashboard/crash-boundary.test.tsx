import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CrashBoundary } from '../../../renderer/dashboard/crash-boundary.tsx';

afterEach(() => vi.restoreAllMocks());

function Broken(): never {
  throw new Error('cannot draw');
}

it('says that the page broke and offers to reload it', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const onReload = vi.fn();
  render(
    <CrashBoundary title="It broke" text="Reload it" reloadLabel="Reload" onReload={onReload}>
      <Broken />
    </CrashBoundary>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('It broke');
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(onReload).toHaveBeenCalledOnce();
});
