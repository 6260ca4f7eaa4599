/** Returns a list as it was sent, with one field of each embedded record in place of the record. */
export function withoutRecords(sent: unknown, embeds: string | undefined): unknown {
  if (embeds === undefined || !Array.isArray(sent)) return sent
  return sent.map((item: unknown) =>
    typeof item === 'object' && item !== null && Object.hasOwn(item, embeds)
      ? (item as Record<string, unknown>)[embeds]
      : item,
  )
}
