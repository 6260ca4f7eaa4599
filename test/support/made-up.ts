import type { Command } from '../../src/definition/command.ts'
import {
  choice,
  date,
  type Field,
  flag,
  id,
  integer,
  items,
  json,
  list,
  money,
  ref,
  stamp,
  text,
} from '../../src/definition/field.ts'
import { noun } from '../../src/definition/noun.ts'
import { type Registry, registry } from '../../src/definition/registry.ts'
import { defineResource, fact, many, one } from '../../src/definition/resource.ts'

/** Pictures of a crate, as a noun that takes files would declare them. */
const pictures = {
  kind: {
    ...list(64, 'P').kind,
    schema: () => ({ type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } }),
  },
  mark: 'P',
  limits: {},
  options: { reach: 'input' },
  always: false,
} as const satisfies Field<string[], 'P', false>

/** A noun that has a field of every kind and mark, files, a computed field, and every sort of expand. */
export const crate = defineResource({
  name: 'crate',
  plural: 'crates',
  spec: '9.9',
  scope: 'shelf_id',
  api_id: 'crate_api_id',
  fields: {
    id: id(),
    shelf_id: ref('shelf', 'RP'),
    title: text(1, 64, 'RPU'),
    crate_api_id: text(0, 64, 'PU', { note: "The caller's own id." }),
    words: text(0, 250, 'PU', { matching: 'contains' }),
    count: integer(3, 'PU', { fallback: 3 }),
    price: money('PU'),
    fragile: flag('PU', { fallback: false }),
    open: flag('PU', { as: 'boolean' }),
    packed: date('PU'),
    size: choice(['small', 'large'], 'P', { means: { small: 'one hand', large: 'two hands' } }),
    contents: items(5, 400, 'RPU'),
    extras: json(100, 'PU'),
    marks: list(16, 'PU'),
    checked: date('U'),
    pictures,
    weight: money('S', { as: 'number' }),
    seal: text(undefined, undefined, 'S', { reach: 'secret' }),
    created_ts: stamp(),
  },
  derived: {
    amount: { of: row => row.count, schema: { type: 'integer' }, column: 'count' },
    address: { of: () => 'here', schema: { type: 'string' } },
  },
  expands: {
    shelf: one('shelf', 'shelf_id'),
    neighbours: many('crate', 'shelf_id', 'shelf_id'),
    link: fact(row => `/crates/${row.id}`),
  },
})

const shelf = defineResource({
  name: 'shelf',
  plural: 'shelves',
  spec: '9.9',
  scope: 'id',
  verbs: ['read', 'list'],
  fields: { id: id(), title: text(1, 64, 'S', { always: true }) },
})

const nailShut: Command<typeof crate> = {
  name: 'nailShut',
  method: 'POST',
  on: 'one',
  right: 'update',
  input: { nails: integer(2, 'R'), reason: text(0, 10, 'P') },
  query: { loudly: '1 to use the large hammer' },
  says: 'Nails the crate shut.',
  run: async () => ({ status: 204 }),
}

const weigh: Command<typeof crate> = {
  name: 'weigh',
  method: 'GET',
  on: 'all',
  right: 'read',
  says: 'Weighs all crates.',
  run: async () => ({ body: {} }),
}

/** Two invented nouns, for walkers over definitions. */
export function madeUpRegistry(): Registry {
  return registry([noun(crate, { commands: [nailShut, weigh] }), noun(shelf)])
}
