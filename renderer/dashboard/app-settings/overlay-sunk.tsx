import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Callout } from '../../ui/callout.tsx';
import { AddressField } from '../address-field.tsx';
import { useWords } from '../context.ts';
import { maskedAddress } from '../overlay-address/masked-address.ts';

/** The desktop lets no window float: what to do instead. `address`: null while there is none yet. */
export function OverlaySunk({ address }: { readonly address: string | null }) {
  const { t } = useWords();
  const [revealed, setRevealed] = useState(false);
  return (
    <Callout
      tone="warn"
      icon={TriangleAlert}
      title={t('overlay-window.sunk')}
      text={t('overlay-window.sunk-text')}
    >
      {address === null ? null : (
        <AddressField
          label={t('overlay.address')}
          address={address}
          masked={revealed ? null : maskedAddress(address)}
          onReveal={() => setRevealed(true)}
          copyLabel={t('overlay.copy')}
        />
      )}
    </Callout>
  );
}
