/** Cards of the page that others lead to. */
export const JOBS_CARD = 'drops-jobs';
export const CLAIMS_CARD = 'drops-claims';

/** Brings a card into sight, and the keyboard to it. Nothing where it is not drawn. */
export function goToCard(id: string): void {
  const card = document.getElementById(id);
  if (!card) return;
  card.tabIndex = -1;
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: 'start' });
}
