import { Crown, type LucideIcon, Shield, Star } from 'lucide-react';
import type { MarkedRole } from '../../shared/overlay/names.ts';

/** One drawing a role, on the overlay and in the dashboard. */
export const ROLE_ICONS: Readonly<Record<MarkedRole, LucideIcon>> = {
  streamer: Crown,
  manager: Shield,
  subscriber: Star,
};
