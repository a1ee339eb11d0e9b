/** `npm run test:long`: every hour, fault and kill. `npm test` has a share of them. */
export const IS_LONG = process.env['LONG'] === '1';
