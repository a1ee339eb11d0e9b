/** Code points of a text: the unit in which the platform counts messages and titles. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
