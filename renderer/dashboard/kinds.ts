import {
  Gift,
  HandCoins,
  type LucideIcon,
  MessageSquareText,
  ShoppingBag,
  Star,
} from 'lucide-react';
import type { EventKind } from '../../shared/events.ts';

/** One icon a kind, everywhere the same. */
export const KIND_ICONS: Readonly<Record<EventKind, LucideIcon>> = {
  CHAT: MessageSquareText,
  DONATION: HandCoins,
  SUBSCRIPTION: Star,
  DROPS: Gift,
  GOODS_PURCHASE: ShoppingBag,
};
