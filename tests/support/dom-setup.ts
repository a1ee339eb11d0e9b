import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { HANGS_MS } from './hangs.ts';

configure({ asyncUtilTimeout: HANGS_MS });
afterEach(cleanup);
