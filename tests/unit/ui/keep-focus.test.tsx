import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useEffect, useState } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AskDialog } from '../../../renderer/ui/dialog.tsx';
import { keepFocus } from '../../../renderer/ui/keep-focus.ts';

/** A page that keeps its focus, and a way to draw it anew. */
function draw(first: ReactNode): (next: ReactNode) => void {
  function Kept({ children }: { readonly children: ReactNode }) {
    useEffect(() => keepFocus(document.body), []);
    return <main>{children}</main>;
  }
  const { rerender } = render(<Kept>{first}</Kept>);
  return (next) => rerender(<Kept>{next}</Kept>);
}

const button = (name: string) => screen.getByRole('button', { name });
const at = (name: string) => waitFor(() => expect(button(name)).toHaveFocus());
/** Turns enough for what should not happen. */
const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

function Row({ names, off = [] }: { readonly names: string; readonly off?: readonly string[] }) {
  return (
    <div>
      {[...names].map((name) => (
        <button key={name} type="button" disabled={off.includes(name)}>
          {name}
        </button>
      ))}
    </div>
  );
}

describe('the focus of what goes', () => {
  it.each([
    ['the one that follows, where one in the middle goes', 'b', 'acd', 'c'],
    ['the last one, where nothing follows', 'd', 'abc', 'c'],
    ['the one that came into its place', 'b', 'axcd', 'x'],
    ['the one that follows, where those before it go as well', 'c', 'd', 'd'],
  ])('goes to %s', async (_, from, left, heir) => {
    const redraw = draw(<Row names="abcd" />);
    button(from).focus();
    redraw(<Row names={left} />);
    await at(heir);
  });

  it('goes to what stands nearest when a button is switched off, and passes over others that are', async () => {
    const redraw = draw(<Row names="abcd" />);
    button('b').focus();
    redraw(<Row names="abcd" off={['b', 'c']} />);
    await at('d');
  });

  it('stays in its region, at the heading when nothing else is left there', async () => {
    const region = (inside: ReactNode) => (
      <>
        <section aria-label="one">
          <h2>One</h2>
          {inside}
        </section>
        <section aria-label="two">
          <h2>Two</h2>
          <button type="button">next</button>
        </section>
      </>
    );
    const redraw = draw(region(<Row names="a" />));
    button('a').focus();
    redraw(region(<p>Done.</p>));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'One' })).toHaveFocus());
  });

  it('goes on to the next region when the whole of it goes', async () => {
    const redraw = draw([
      <section key="one">
        <Row names="ab" />
      </section>,
      <section key="two">
        <Row names="cd" />
      </section>,
    ]);
    button('a').focus();
    redraw([
      <section key="two">
        <Row names="cd" />
      </section>,
    ]);
    await at('c');
  });

  it('is left alone where somebody moved it on purpose', async () => {
    function Leads({ on }: { readonly on: boolean }) {
      useEffect(() => {
        if (on) button('d').focus();
      }, [on]);
      return <Row names={on ? 'bcd' : 'abcd'} />;
    }
    const redraw = draw(<Leads on={false} />);
    button('a').focus();
    redraw(<Leads on />);
    await at('d');
    await settled();
    expect(button('d')).toHaveFocus();
  });

  it('is not brought back for somebody who had left it', async () => {
    const redraw = draw(<Row names="abc" />);
    button('b').focus();
    button('b').blur();
    await settled();
    redraw(<Row names="ac" />);
    await settled();
    expect(document.body).toHaveFocus();
  });

  it('does not move into a part that manages its own', async () => {
    const parts = (names: string) => (
      <div>
        <Row names={names} />
        <div data-own-focus>
          <button type="button">row</button>
        </div>
        <button type="button">field</button>
      </div>
    );
    const redraw = draw(parts('a'));
    button('a').focus();
    redraw(parts(''));
    await settled();
    expect(button('field')).toHaveFocus();
  });

  it('is the business of a part that says so', async () => {
    const list = (names: string) => (
      <div data-own-focus>
        <Row names={names} />
      </div>
    );
    const redraw = draw(list('abc'));
    button('b').focus();
    redraw(list('ac'));
    await settled();
    expect(document.body).toHaveFocus();
  });
});

describe('a question', () => {
  /** As a browser does it: the close is told later. */
  function dialogs() {
    const prototype = HTMLDialogElement.prototype;
    const before = { showModal: prototype.showModal, close: prototype.close };
    onTestFinished(() => void Object.assign(prototype, before));
    let opener: Element | null = null;
    prototype.showModal = function showModal() {
      opener = document.activeElement;
      this.open = true;
      this.querySelector('button')?.focus();
    };
    prototype.close = vi.fn(function close(this: HTMLDialogElement) {
      if (!this.open) return;
      this.open = false;
      if (opener instanceof HTMLElement) opener.focus();
      queueMicrotask(() => this.dispatchEvent(new Event('close')));
    });
  }

  function Asks({ onClose }: { readonly onClose: () => void }) {
    const [asking, setAsking] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setAsking(true)}>
          ask
        </button>
        {asking ? (
          <AskDialog
            title="Sure?"
            text="Really."
            confirm="yes"
            cancel="no"
            onConfirm={() => setAsking(false)}
            onClose={() => {
              onClose();
              setAsking(false);
            }}
          />
        ) : null}
      </>
    );
  }

  it.each([
    ['yes', 0],
    ['no', 1],
  ])('gives the focus back after “%s”, and says once that it was left', async (answer, times) => {
    dialogs();
    const onClose = vi.fn();
    render(<Asks onClose={onClose} />);
    button('ask').focus();
    fireEvent.click(button('ask'));
    expect(button('no')).toHaveFocus();
    fireEvent.click(button(answer));
    expect(button('ask')).toHaveFocus();
    await settled();
    expect(onClose).toHaveBeenCalledTimes(times);
  });

  it('gives the focus back when it closes by itself', async () => {
    dialogs();
    const onClose = vi.fn();
    render(<Asks onClose={onClose} />);
    button('ask').focus();
    fireEvent.click(button('ask'));
    screen.getByRole<HTMLDialogElement>('dialog').close();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(button('ask')).toHaveFocus();
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
