import { config } from 'zod';

// The page's policy forbids code made of text. Told so before the first schema exists, zod does not
// even try, and the browser has nothing to complain about.
config({ jitless: true });
