import { Fragment } from 'react';

interface KeyCapsProps {
  /** Each key as it is drawn and as it is read out. */
  readonly names: readonly { readonly shown: string; readonly said: string }[];
}

/** A combination of keys. */
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
