import type { DomainEvent, Projection, UnitOfWork } from '../../definition/store.ts'

/** Keeps location_tree: every location with itself and all its ancestors. Scope is decided by this table. */
export const locationTree: Projection[] = [
  { on: 'location', verbs: ['created'], fold: bootstrap },
  { on: 'location', verbs: ['updated'], fold: move },
]

async function bootstrap(work: UnitOfWork, event: DomainEvent): Promise<void> {
  await work.query(
    `insert into location_tree (ancestor_id, descendant_id, root_id)
     select ancestor_id, $1::varchar, $3::varchar from location_tree where descendant_id = $2
     union select $1::varchar, $1::varchar, $3::varchar`,
    [event.record_id, event.row.parent_id, event.row.root_id],
  )
}

/** A moved location takes its whole subtree along. */
async function move(work: UnitOfWork, event: DomainEvent): Promise<void> {
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
