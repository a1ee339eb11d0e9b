import { AddressField } from '../address-field.tsx';

interface ShortAddressProps {
  readonly label: string;
  readonly address: string;
  readonly copyLabel: string;
}

/** An address that fits on one line, to be copied to the letter. */
export function ShortAddress(props: ShortAddressProps) {
  return (
    <div className="short-address">
      <AddressField {...props} masked={null} wanted={false} />
    </div>
  );
}
