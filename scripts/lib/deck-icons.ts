import { icons } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** An icon of lucide as a file; white, as Stream Deck wants it in its lists. */
export function iconSvg(name: string, size = 20): string {
  const icon = icons[name as keyof typeof icons];
  if (!icon) throw new RangeError(`There is no icon ${name}`);
  const svg = renderToStaticMarkup(createElement(icon, { color: '#fff', size }));
  return `${svg.replace(/ class="[^"]*"| aria-hidden="true"/g, '')}\n`;
}
