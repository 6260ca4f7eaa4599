import type { Resource } from '../../definition/resource.ts'

/** A Tag Object of OpenAPI. */
export interface Tag {
  name: string
  description: string
}

/** Endpoints that belong to no resource, by the group they are listed in. */
const FIXED: readonly (Tag & { group: string })[] = [
  { name: 'token', group: 'Signing in', description: 'Sign in with a password, and sign a contact on by a link.' },
  { name: 'oauth', group: 'Signing in', description: 'Let an integration act for a user (OAuth 2.0).' },
  {
    name: 'forms',
    group: 'Taking payments',
    description: "Pages for a frame of the merchant's site that take a payment or store an account.",
  },
  { name: 'postbacks', group: 'After the payment', description: 'What the gateway posts to receivers (webhooks).' },
  { name: 'health', group: 'Keeping watch', description: 'For load balancers and monitors.' },
]

/** What a reader looks for first comes first. */
const GROUPS = [
  'Taking payments',
  'Billing',
  'Customers',
  'After the payment',
  'In the shop',
  'Setting up',
  'Signing in',
  'Keeping watch',
]

interface Tags {
  tags: Tag[]
  'x-tagGroups': { name: string; tags: string[] }[]
}

/** Returns the tags of these resources and of the other endpoints, in the order of their groups. */
export function tagsOf(resources: readonly Resource[]): Tags {
  const own = resources.map(({ plural, about }) => {
    const [group = '', description = `The ${plural} of a merchant.`] = about ?? []
    return { name: plural, group, description }
  })
  const groups = Map.groupBy([...own, ...FIXED], ({ group }) => group)
  const names = [...GROUPS, ...[...groups.keys()].filter(name => !GROUPS.includes(name))]
  const ordered = names.flatMap(name => {
    const tags = groups.get(name)
    return tags ? [{ name: name || 'Other', tags }] : []
  })
  return {
    tags: ordered.flatMap(({ tags }) => tags.map(({ name, description }) => ({ name, description }))),
    'x-tagGroups': ordered.map(({ name, tags }) => ({ name, tags: tags.map(tag => tag.name) })),
  }
}
