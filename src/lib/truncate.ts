/** Returns a text as a column can hold it: well-formed, without NUL, and at most so many characters. */
export function truncate(text: string, most: number): string {
  return text.toWellFormed().replaceAll('\u0000', '').slice(0, most)
}
