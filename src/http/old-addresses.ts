import type { Noun } from '../definition/noun.ts'

/**
 * Returns what turns an old address of a record (`/v2/quickinvoice/view?id=…`, as records linked to themselves once)
 * into the present one. Nouns are called by either name.
 */
export function oldAddresses(nouns: readonly Noun[]): (url: string) => string {
  const readable = nouns.filter(({ resource }) => resource.verbs.includes('read'))
  const plurals = new Map(
    readable.flatMap(
      ({ resource: { name, plural } }) =>
        [
          [name, plural],
          [name.replaceAll('_', ''), plural],
          [plural, plural],
        ] as const,
    ),
  )
  return url => {
    const [, name = '', query = ''] = /^\/v2\/(\w+)\/view\?(.*)$/.exec(url) ?? []
    const plural = plurals.get(name)
    if (plural === undefined) return url
    const id = new URLSearchParams(query).get('id')
    if (!id) return url
    // The others stay as they were sent: what is wrong with them is found where they are read.
    const others = query.split('&').filter(pair => !pair.startsWith('id='))
    return `/v2/${plural}/${encodeURIComponent(id)}?${others.join('&')}`
  }
}
