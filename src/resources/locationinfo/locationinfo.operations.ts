import type { Operations } from '../../definition/noun.ts'
import type { ListAct, Query, ShowAct } from '../../definition/show.ts'
import { invalidField } from '../../lib/problem.ts'
import { compose } from './compose.ts'
import { locationinfo } from './locationinfo.ts'

type Locationinfo = typeof locationinfo

const RELATIONSHIPS = ['direct', 'child', 'all']
const ACTIVE: Record<string, boolean> = { '1': true, true: true, '0': false, false: false }

/** A page of location infos takes one query for the locations and one for each kind of record inside them. */
export const locationinfoOperations: Operations<Locationinfo> = {
  list: {
    query: {
      relationship: 'direct (as when left out): the own location; child: those below it; all: both',
      product_transaction_active: '1 or 0: only product transactions that are active, or are not',
    },
    async run(act) {
      const relationship = asked(act.query, 'relationship') ?? 'direct'
      if (!RELATIONSHIPS.includes(relationship)) {
        throw invalidField('relationship', `Relationship must be one of ${RELATIONSHIPS.join(', ')}.`)
      }
      activeAsked(Object.fromEntries(act.query))
      const rest = act.query.filter(([name]) => name !== 'relationship')
      const columns = rest.filter(([name]) => name !== 'product_transaction_active')
      const near = await nearby(relationship, act)
      return act.proceed([...rest, ['relationship', relationship]], near ? onlyOf(near, columns) : columns)
    },
  },
  async show(act: ShowAct<Locationinfo>) {
    const wanted = { active: activeAsked(act.query), terminals_of_products: act.expand.includes('terminals') }
    const records = await act.proceed(Object.keys(locationinfo.expands))
    return records.map(record => compose(record, wanted))
  },
}

/** The locations in this relationship to the caller's own; null for all that the caller sees. */
async function nearby(relationship: string, act: ListAct): Promise<string[] | null> {
  if (relationship === 'all') return null
  const { location_id } = act.actor.caller
  if (relationship === 'direct') return [location_id]
  const below = await act.store.transaction(act.actor, work =>
    work.query<{ id: string }>(
      'select descendant_id as id from location_tree where ancestor_id = $1 and descendant_id <> ancestor_id',
      [location_id],
    ),
  )
  return below.map(({ id }) => id)
}

/** The filters, with `id` cut down to these ids: the same name twice would mean one or the other. */
function onlyOf(ids: readonly string[], filters: Query): Query {
  const named = filters.filter(([name]) => name === 'id').flatMap(([, text]) => text.split(',').map(id => id.trim()))
  const left = named.length === 0 ? ids : named.filter(id => ids.includes(id))
  return [...filters.filter(([name]) => name !== 'id'), ['id', left.join(',')]]
}

function activeAsked(query: Record<string, string>): boolean | null {
  const text = query.product_transaction_active
  if (text === undefined || text === '') return null
  const active = ACTIVE[text]
  if (active === undefined)
    throw invalidField('product_transaction_active', 'Product Transaction Active must be either "1" or "0".')
  return active
}

function asked(query: Query, name: string): string | undefined {
  return query.findLast(([key]) => key === name)?.[1]
}
