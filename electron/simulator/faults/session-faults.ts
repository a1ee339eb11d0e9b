import { assertNever } from '../../../shared/events.ts';
import type { Afterlife, SessionRegistry } from '../sessions/registry.ts';
import type { Session } from '../sessions/session.ts';
import type { PromptSessionFault } from './fault.ts';

/** Does to a session what the fault says; nobody is told. */
export function strikeSession(
  sessions: SessionRegistry,
  session: Session,
  fault: PromptSessionFault,
): void {
  switch (fault.kind) {
    case 'dead-session':
      sessions.kill(session, afterlifeOf(fault));
      return;
    case 'lost-subscription':
      for (const subscription of session.subscriptions) {
        if (subscription.eventType === fault.event) session.drop(subscription);
      }
      return;
    default:
      assertNever(fault);
  }
}

function afterlifeOf(fault: Extract<PromptSessionFault, { kind: 'dead-session' }>): Afterlife {
  const { connections, upgrades, code, status } = fault;
  switch (upgrades) {
    case 'stay':
      return { connections, upgrade: { type: 'stay' } };
    case 'close':
      return { connections, upgrade: { type: 'close', code } };
    case 'refuse':
      return { connections, upgrade: { type: 'refuse', status } };
    default:
      return assertNever(upgrades);
  }
}
