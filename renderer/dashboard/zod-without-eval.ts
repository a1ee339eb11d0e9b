import { config } from 'zod';

// The page's policy forbids eval. Set before the first schema exists, so zod never tries it and the
// browser reports no violation.
config({ jitless: true });
