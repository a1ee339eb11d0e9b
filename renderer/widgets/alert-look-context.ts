import { createContext } from 'react';
import { type AlertLook, PLAIN_LOOK } from '../../shared/overlay/alert-look.ts';

/** How the card around is to look: the kinds of cards know nothing of it, their frame draws it. */
export const AlertLookContext = createContext<AlertLook>(PLAIN_LOOK);
