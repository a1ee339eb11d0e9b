import { expect, type Page } from '@playwright/test';
import type { Simulator } from '../../electron/simulator/server.ts';
import { openPlace } from './places.ts';
import { text, wholeText } from './texts.ts';

/** A card of the page by its title. */
export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The page of drops, as it stands. */
export async function openDrops(page: Page, dashboardUrl: string): Promise<void> {
  await page.goto(dashboardUrl);
  await openPlace(page, 'history', 'drops');
}

/** The page of drops after the platform was asked for everything once. */
export async function openRead(page: Page, dashboardUrl: string): Promise<void> {
  await openDrops(page, dashboardUrl);
  await page.getByRole('button', { name: text('drops.refresh') }).click();
  await expect(page.getByRole('heading', { name: '별빛 항해 여름 축제' })).toBeVisible();
  // All campaigns have been read, page by page: nothing here moves any more.
  await expect(page.getByRole('button', { name: text('drops.refresh') })).toHaveAttribute(
    'aria-busy',
    'false',
  );
}

/** From here on the table shows what was read, and does not follow the ledger. */
export async function readPlatform(page: Page): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: text('drops.read-platform') }).click();
    await expect(page.getByText(wholeText('drops.source-platform'))).toBeVisible({
      timeout: 5_000,
    });
  }).toPass();
}

/** So many unpaid claims of a campaign's first reward, by a viewer who has linked the account. */
export function addClaims(
  { world }: Simulator,
  count: number,
  campaignId = 'campaign001',
): string[] {
  const [application] = world.applications();
  const campaign = world.drops.campaign(campaignId);
  const reward = campaign?.rewards[0];
  const user =
    application &&
    world.drops
      .claims(application)
      .map((claim) => claim.user)
      .find((viewer) => world.authorizations.activeGrant(application, viewer));
  if (!campaign || !reward || !user) throw new Error('the seeded world has changed');
  const now = campaign.startAt + 1;
  return Array.from({ length: count }, () => {
    const claim = { campaign, reward, user, claimedAt: now, updatedAt: now };
    return world.drops.addClaim(claim).claimId;
  });
}

/** How many claims of a world are unpaid: those the platform still changes, and those it does not. */
export function unpaidOf({ world, clock }: Simulator): { open: number; late: number } {
  const [application] = world.applications();
  const claims = application
    ? world.drops.claims(application, { fulfillmentState: 'CLAIMED' })
    : [];
  const late = claims.filter(({ campaign }) => campaign.claimAvailableAt < clock.now()).length;
  return { open: claims.length - late, late };
}
