import { describe, expect, it, vi } from 'vitest';
import { pictureNode } from '../../../renderer/widgets/chat-line.ts';

const address = (at: number, of: string) => `https://images.example/${of}-${at}.png`;

/** How many pictures are made anew, not copied from one that is held. */
function madeBy(draw: () => void): number {
  const make = vi.spyOn(document, 'createElement');
  draw();
  const made = make.mock.calls.filter(([tag]) => String(tag) === 'img').length;
  make.mockRestore();
  return made;
}

describe('pictureNode', () => {
  it('holds one of each kind, and copies it for every line', () => {
    const draw = () => pictureNode(address(1, 'same'), ':a:', 'sl-emoji');
    expect(madeBy(draw)).toBe(1);
    expect(madeBy(draw)).toBe(0);
    const [first, second] = [draw(), pictureNode(address(1, 'same'), 'Fan', 'sl-chat-badge')];
    expect(first).not.toBe(second);
    expect([first?.alt, second?.alt]).toEqual([':a:', 'Fan']);
    expect([first?.className, second?.className]).toEqual(['sl-emoji', 'sl-chat-badge']);
    expect(second?.src).toBe(address(1, 'same'));
  });

  it('holds no more than 128 of them', () => {
    const draw = (at: number) => () => void pictureNode(address(at, 'many'), 'x', 'sl-emoji');
    for (let at = 0; at < 129; at += 1) draw(at)();
    expect(madeBy(draw(128))).toBe(0);
    expect(madeBy(draw(0))).toBe(1);
  });

  it('makes none of an address that is not allowed', () => {
    expect(pictureNode('javascript:alert(1)', 'x', 'sl-emoji')).toBeNull();
    expect(pictureNode(null, 'x', 'sl-emoji')).toBeNull();
  });
});
