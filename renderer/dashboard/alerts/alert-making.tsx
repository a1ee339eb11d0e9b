import { MediaCard } from '../media/media-card.tsx';
import { TestFormCard } from '../test-events/test-form-card.tsx';
import { AlertRules } from './alert-rules.tsx';

/** How alerts are made: the rules, what they show and play, and how to try them. */
export function AlertMaking() {
  return (
    <div className="alert-making">
      <AlertRules />
      <TestFormCard />
      <MediaCard />
    </div>
  );
}
