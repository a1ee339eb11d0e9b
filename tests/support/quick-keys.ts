import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt: slow } = crypto;

/**
 * Keys from a passphrase in a millisecond instead of a third of a second: the same function of the same passphrase and
 * salt, at a lower cost. What is integrated derives them at their full cost.
 */
function quick(...all: Parameters<typeof slow>): void {
  const [password, salt, length, options, done] = all;
  slow(password, salt, length, { ...options, N: 1_024 }, done);
}

// Run before every file of a worker; modules that are there already see the new function, too.
if (slow.name !== quick.name) {
  Object.assign(crypto, { scrypt: quick });
  syncBuiltinESMExports();
}
