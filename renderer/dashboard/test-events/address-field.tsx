import { TEST_ADDRESS_MOST } from '../../../shared/test-play.ts';
import { isImageAddress } from '../../bridge/addresses.ts';
import { LineField } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';

interface AddressFieldProps {
  readonly label: string;
  /** Empty: no image. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The address of an image; says when the app will take it out, as it does with the platform's. */
export function AddressField({ label, value, onChange }: AddressFieldProps) {
  const { t } = useWords();
  const refused = value !== '' && !isImageAddress(value);
  return (
    <LineField
      label={label}
      value={value}
      max={TEST_ADDRESS_MOST}
      placeholder="https://"
      {...(refused ? { note: t('test-form.address-refused') } : {})}
      onChange={onChange}
    />
  );
}
