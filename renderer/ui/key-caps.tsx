import { Fragment } from 'react';

interface KeyCapsProps {
  /** Each key as shown and as read aloud. */
  readonly names: readonly { readonly shown: string; readonly said: string }[];
}

/** A key combination. */
export function KeyCaps({ names }: KeyCapsProps) {
  return (
    <span className="key-caps">
      {names.map(({ shown, said }) => (
        <Fragment key={said}>
          <kbd>
            {shown === said ? (
              said
            ) : (
              <>
                <span aria-hidden>{shown}</span>
                <span className="only-heard">{said}</span>
              </>
            )}
          </kbd>{' '}
        </Fragment>
      ))}
    </span>
  );
}
