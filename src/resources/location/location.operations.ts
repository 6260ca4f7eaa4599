import type { CommandAct, CreateAct, NounParts, UpdateAct } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Change, Row } from '../../definition/resource.ts'
import type { DomainEvent, Projection, UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { DEFAULT_ZONE } from '../../lib/local-date.ts'
import { invalid, invalidField, notFound, Refusal } from '../../lib/problem.ts'
import { sealedKeys } from '../../lib/sealed-key.ts'
import { branding_domain } from '../branding_domain/branding_domain.ts'
import { domainRequest, locationRules } from './location.rules.ts'
import { location } from './location.ts'
import { newLocationKeys } from './location-keys.ts'

type Location = typeof location

/** A location and its branding domain are stored in one transaction. */
export const locationOperations: Operations<Location> = {
  async create(act: CreateAct<Location>) {
    const decided = locationRules.create?.decide?.(act.draft, act.refs, act.moment)
    const request = domainRequest(act.draft)
    const { is_new_domain: _, ...draft } = act.draft
    const { root_id } = act.actor.caller
    // Seals are bound to the id, so it is made first.
    const named = { id: newId(act.moment.seconds * 1000) }
    const store = async (work: UnitOfWork): Promise<Row<Location>> => {
      // Excludes concurrent moves, which would change the ancestors that the new location gets.
      await work.query('select 1 from location where id = $1 for share', [root_id])
      const domain = request.is_new
        ? await domainOf(work, act.parts, request.url!, request.title!)
        : act.refs.branding_domain_id
      return work.insert(location, {
        ...draft,
        tz: draft.tz || DEFAULT_ZONE,
        ...decided?.set,
        branding_domain_id: domain!.id,
        branding_domain_url: domain!.url,
        branding_domain_title: domain!.title,
        ...named,
        ...sealedKeys(act.parts.cipher, { ...named, root_id }, newLocationKeys()),
      })
    }
    return retryForDomain(() => act.store.transaction(act.actor, store))
  },
  async update(act: UpdateAct<Location>) {
    const store = async (work: UnitOfWork): Promise<Row<Location>> => {
      // Moves within one tree are serialised, or two of them could form a cycle.
      if (act.change.parent_id)
        await work.query('select 1 from location where id = $1 for no key update', [act.actor.caller.root_id])
      const locked = await work.lock(location, act.row.id)
      if (!locked) throw notFound()
      const facts = await locationRules.update!.load!(locked, act.change, act.refs, work, act.moment)
      const decision = locationRules.update!.decide!(locked, act.change, facts, act.moment)
      return work.update(location, locked, {
        ...act.change,
        ...decision.set,
        ...(await domainChange(work, locked, act)),
      })
    }
    const row = await retryForDomain(() => act.store.transaction(act.actor, store))
    await act.parts.invalidateCredentials()
    return row
  },
  remove: ({ store, actor, row: { id, root_id } }: CommandAct<Location>) =>
    store.transaction(actor, async work => {
      // Excludes new locations below it and moves, as above; what else is added waits for the location itself.
      await work.query('select 1 from location where id = $1 for no key update', [root_id])
      const locked = await work.lock(location, id, 'whole')
      if (!locked) throw notFound()
      const found = await work.query<{ what: keyof typeof IN_THE_WAY }>(
        'select what from in_the_way_of_location($1, $2) as what',
        [id, root_id],
      )
      if (found.length > 0) throw invalid({ id: found.map(({ what }) => IN_THE_WAY[what]) }, 409)
      await work.remove(location, locked)
    }),
}

/** What keeps a location, as the function of the database names it, that also refuses without us. */
const IN_THE_WAY = {
  root: 'The topmost location cannot be deleted.',
  locations: 'There are locations below it: delete or move them first.',
  users: 'It is the primary location of users: delete or move them first.',
  products: 'It has active products: set their active to 0 first.',
  accounts: 'It has stored accounts: delete them first.',
  recurrings: 'It has recurrings that have not ended: delete them first.',
  batches: 'It has batches that are not settled: settle them first.',
  payments:
    'It or its products have payments that are not settled: capture or void what is authorized, wait for others.',
  terminals: 'A terminal of it is busy: wait for it.',
} as const

/** Of two requests that name the same new url, the second one is repeated and uses the domain that the first made. */
async function retryForDomain<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store()
  } catch (error) {
    if (error instanceof Refusal && error.problems?.url) return store()
    throw error
  }
}

async function domainChange(
  work: UnitOfWork,
  row: Row<Location>,
  { change, refs, parts }: UpdateAct<Location>,
): Promise<Change<Location>> {
  if (change.branding_domain_url) {
    const domain = await domainOf(work, parts, change.branding_domain_url, row.name)
    return { branding_domain_id: domain.id, branding_domain_url: domain.url }
  }
  const domain = refs.branding_domain_id
  return domain ? { branding_domain_url: domain.url } : {}
}

/**
 * Returns the domain of this url in the tree; creates it when there is none. Throws 422 for one that another merchant
 * owns.
 */
async function domainOf(
  work: UnitOfWork,
  { clock, claims_addresses }: NounParts,
  url: string,
  title: string,
): Promise<Row<typeof branding_domain>> {
  const { root_id } = work.actor.caller
  const [known] = await work.query<{ id: string }>(
    'select id from branding_domain where root_id = $1 and lower(url) = lower($2) and deleted_ts is null',
    [root_id, url],
  )
  const found = known && (await work.maybe(branding_domain, known.id))
  if (found) return found
  const [owner] = await work.query<Owner>(OWNER, [url, addressesAbove(url)])
  // Another request of this merchant may have made it since the look before.
  const made = owner?.is_same && owner.root_id === root_id && (await work.maybe(branding_domain, owner.id))
  if (made) return made
  if (owner?.is_same) throw invalidField('branding_domain_url', 'Branding Domain Url belongs to another merchant.')
  if (owner && owner.root_id !== root_id && claims_addresses)
    throw invalidField('branding_domain_url', 'Branding Domain Url lies below an address of another merchant.')
  const defaults = Object.fromEntries(
    Object.entries(branding_domain.fields).flatMap(([name, field]) =>
      'fallback' in field.options ? [[name, field.options.fallback]] : [],
    ),
  )
  const is_owned = claims_addresses || owner?.root_id === root_id
  return work.insert(branding_domain, { ...defaults, url, title, owned_ts: is_owned ? clock.seconds() : null })
}

interface Owner {
  id: string
  root_id: string
  is_same: boolean
}

/** Who owns this address, or else the nearest one above it: whoever has a domain has what lies below it. */
const OWNER = `
select id, root_id, lower(url) = lower($1) as is_same from branding_domain
 where owned_ts is not null and deleted_ts is null and (lower(url) = lower($1) or lower(url) = any ($2::text[]))
 order by length(url) desc limit 1`

/** `shop.pay.example` lies below `pay.example`; a last part alone (`example`) is nobody's. */
export function addressesAbove(url: string): string[] {
  const parts = url.toLowerCase().split('.')
  return parts.slice(1, -1).map((_, index) => parts.slice(index + 1).join('.'))
}

/** Maintain location_tree, the table that scope is decided by: every location with itself and all its ancestors. */
export const locationTree: Projection[] = [
  { on: 'location', verbs: ['created'], fold: insertPaths },
  { on: 'location', verbs: ['updated'], fold: moveSubtree },
]

async function insertPaths(work: UnitOfWork, event: DomainEvent): Promise<void> {
  await work.query(
    `insert into location_tree (ancestor_id, descendant_id, root_id)
     select ancestor_id, $1::varchar, $3::varchar from location_tree where descendant_id = $2
     union select $1::varchar, $1::varchar, $3::varchar`,
    [event.record_id, event.row.parent_id, event.row.root_id],
  )
}

async function moveSubtree(work: UnitOfWork, event: DomainEvent): Promise<void> {
  if (event.row.parent_id === event.before?.parent_id) return
  await work.query(
    `delete from location_tree
      where descendant_id in (select descendant_id from location_tree where ancestor_id = $1)
        and ancestor_id in (select ancestor_id from location_tree where descendant_id = $1 and ancestor_id <> $1)`,
    [event.record_id],
  )
  await work.query(
    `insert into location_tree (ancestor_id, descendant_id, root_id)
     select above.ancestor_id, below.descendant_id, below.root_id
       from location_tree above cross join location_tree below
      where above.descendant_id = $2 and below.ancestor_id = $1`,
    [event.record_id, event.row.parent_id],
  )
}
