/** What a device said, without the one character that no column holds: nothing it says may keep us from writing it down. */
export function withoutNul<T>(said: T): T {
  if (typeof said === 'string') return said.replaceAll('\u0000', '') as T
  if (typeof said !== 'object' || said === null) return said
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, withoutNul(value)])) as T
}
