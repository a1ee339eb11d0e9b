import type {
  WheelConfig,
  WheelSection,
  WheelSlice,
  WheelTurn,
  WheelView,
} from '../../../shared/contract/wheel.ts';
import { placeOf, type Wheel } from './wheel-state.ts';

/** More than these are not told apart on a wheel. */
export const SLICES_MOST = 60;
/** Of a wheel with more sections, those that are less likely are drawn together, so many at most. */
const GROUPS = 40;

/** As pages and viewers see it: nothing in it tells where a later spin will stop. */
export function wheelView(id: number, wheel: Wheel): WheelView {
  const { config, commitment, seed, endedAt, ends, waiting } = wheel;
  const weights = config.sections.map(({ weight }) => weight);
  return {
    id,
    title: config.title,
    commitment,
    seed: endedAt === null ? null : seed,
    weight: ends.at(-1) ?? 0,
    sectionCount: weights.length,
    least: Math.min(...weights),
    most: Math.max(...weights),
    slices: slicesOf(config),
    turn: turnOf(wheel),
    waiting: waiting.length,
    endedAt,
  };
}

/** What stands beside each other and is too narrow to be read becomes one; likely sections stay alone. */
export function slicesOf({ sections }: Pick<WheelConfig, 'sections'>): readonly WheelSlice[] {
  if (sections.length <= SLICES_MOST) return sections.map((section) => ({ ...section, count: 1 }));
  const all = sections.reduce((sum, { weight }) => sum + weight, 0);
  const slices: WheelSlice[] = [];
  let group: WheelSlice | null = null;
  for (const section of sections) {
    const alone: boolean = section.weight * GROUPS >= all;
    if (group && (alone || group.weight * GROUPS >= all)) {
      slices.push(group);
      group = null;
    }
    if (alone) slices.push({ ...section, count: 1 });
    else group = joined(group, section);
  }
  return group ? [...slices, group] : slices;
}

function joined(group: WheelSlice | null, { name, weight }: WheelSection): WheelSlice {
  if (group === null) return { name, weight, count: 1 };
  return { name: group.name, weight: group.weight + weight, count: group.count + 1 };
}

function turnOf(wheel: Wheel): WheelTurn | null {
  const { spins, turning, config } = wheel;
  const last = spins.at(-1);
  if (!last) return null;
  const n = spins.length;
  return {
    n,
    startedAt: last.at,
    ms: last.ms,
    from: n === 1 ? 0 : placeOf(wheel, n - 1).angle,
    to: placeOf(wheel, n).angle,
    name: last.name,
    by: last.by,
    result: turning ? null : (config.sections[last.section] ?? null),
  };
}
