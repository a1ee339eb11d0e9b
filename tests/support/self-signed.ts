import { generateKeyPairSync, sign } from 'node:crypto';

/**
 * A key and a certificate that vouches for itself, both in PEM; new each time. Of a host's name, or of
 * 127.0.0.1 where there is none.
 */
export function selfSigned(host?: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(identifier('1.2.840.10045.4.3.2'));
  const name = sequence(tagged(0x31, sequence(identifier('2.5.4.3'), text('stagelight test'))));
  const validity = sequence(time('000101000000Z'), time('491231235959Z'));
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, Buffer.of(1)),
    ...[algorithm, name, validity, name],
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(subjectIs(host), isAuthority())),
  );
  const signature = sign('sha256', body, privateKey);
  const der = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.of(0), signature])));
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`,
  };
}

function subjectIs(host: string | undefined): Buffer {
  const name =
    host === undefined ? tagged(0x87, Buffer.of(127, 0, 0, 1)) : tagged(0x82, Buffer.from(host));
  return sequence(identifier('2.5.29.17'), tagged(0x04, sequence(name)));
}

function isAuthority(): Buffer {
  const isTrue = tagged(0x01, Buffer.of(0xff));
  return sequence(identifier('2.5.29.19'), isTrue, tagged(0x04, sequence(isTrue)));
}

/** One value of DER: its tag, its length, its content. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  return Buffer.concat([Buffer.of(tag, ...lengthOf(length)), content]);
}

/** As short as it can be: some readers refuse any other. */
function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function text(value: string): Buffer {
  return tagged(0x0c, Buffer.from(value));
}

function time(value: string): Buffer {
  return tagged(0x17, Buffer.from(value));
}

function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = rest.flatMap((part) => {
    const septets = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) septets.unshift((left & 0x7f) | 0x80);
    return septets;
  });
  return tagged(0x06, Buffer.of(first * 40 + second, ...bytes));
}
