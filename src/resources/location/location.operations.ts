import { randomUUID } from 'node:crypto'
import type { CreateAct, UpdateAct } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Change, Row } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { DEFAULT_ZONE } from '../../lib/local-date.ts'
import { notFound, Refusal } from '../../lib/problem.ts'
import { branding_domain } from '../branding_domain/branding_domain.ts'
import { domainAsked, locationRules } from './location.rules.ts'
import { location } from './location.ts'

type Location = typeof location

/** Locations bring their branding domain with them: both are stored in one transaction. */
export const locationOperations: Operations<Location> = {
  async create(act: CreateAct<Location>) {
    const decided = locationRules.create?.decide?.(act.draft, act.refs, act.moment)
    const asked = domainAsked(act.draft)
    const { is_new_domain: _, ...draft } = act.draft
    const store = async (work: UnitOfWork): Promise<Row<Location>> => {
      // Moves wait for this and this for moves: the place of a new location in the tree must not be read while it changes.
      await work.query('select 1 from location where id = $1 for share', [act.actor.caller.root_id])
      const domain = asked.is_new ? await domainOf(work, asked.url!, asked.title!) : act.refs.branding_domain_id
      return work.insert(location, {
        ...draft,
        tz: draft.tz || DEFAULT_ZONE,
        ...decided?.set,
        branding_domain_id: domain!.id,
        branding_domain_url: domain!.url,
        branding_domain_title: domain!.title,
        location_api_key: randomUUID(),
        ticket_hash_key: randomUUID(),
      })
    }
    return withDomain(() => act.store.transaction(act.actor, store))
  },
  async update(act: UpdateAct<Location>) {
    const store = async (work: UnitOfWork): Promise<Row<Location>> => {
      // Moves within one tree go one after the other, or two of them could close a circle.
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
    const row = await withDomain(() => act.store.transaction(act.actor, store))
    await act.parts.invalidateCredentials()
    return row
  },
}

/** Two requests that name the same new url: the one that comes second uses the domain which the first has just made. */
async function withDomain<T>(store: () => Promise<T>): Promise<T> {
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
  { change, refs }: UpdateAct<Location>,
): Promise<Change<Location>> {
  if (change.branding_domain_url) {
    const domain = await domainOf(work, change.branding_domain_url, row.name)
    return { branding_domain_id: domain.id, branding_domain_url: domain.url }
  }
  const domain = refs.branding_domain_id
  return domain ? { branding_domain_url: domain.url } : {}
}

/** The domain of this url in the tree; made when there is none yet. */
async function domainOf(work: UnitOfWork, url: string, title: string): Promise<Row<typeof branding_domain>> {
  const [known] = await work.query<{ id: string }>(
    'select id from branding_domain where root_id = $1 and lower(url) = lower($2) and deleted_ts is null',
    [work.actor.caller.root_id, url],
  )
  const found = known && (await work.maybe(branding_domain, known.id))
  if (found) return found
  return work.insert(branding_domain, { ...startOfDomain(), url, title })
}

function startOfDomain() {
  const { fields } = branding_domain
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      'fallback' in field.options ? [[name, field.options.fallback]] : [],
    ),
  )
}
