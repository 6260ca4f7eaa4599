/** Unix seconds as `yyyy-mm-dd hh:mm:ss` in UTC, the form of the few fields that are no timestamps although they name one; null for none. */
export function stampText(seconds: unknown): string | null {
  if (typeof seconds !== 'number') return null
  const text = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString({ smallestUnit: 'second' })
  return text.replace('T', ' ').replace('Z', '')
}
