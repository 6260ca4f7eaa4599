import type { Command } from '../../src/definition/command.ts'
import {
  choice,
  date,
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

/** A resource that has a field of every kind and mark, files, a computed field, and every sort of expand. */
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
    link: fact(row => `/crates/${row.id}`, { type: 'string', description: 'Where people see it.' }),
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
  returns: 'nothing',
  run: async () => null,
}

const weigh: Command<typeof crate> = {
  name: 'weigh',
  method: 'GET',
  on: 'all',
  right: 'read',
  says: 'Weighs all crates.',
  returns: { schema: { type: 'object', required: ['weight'], properties: { weight: { type: 'string' } } } },
  refuses: ['missing', 'unavailable'],
  run: async () => ({ body: { weight: '1.00' } }),
}

const label: Command<typeof crate> = {
  name: 'label',
  method: 'POST',
  on: 'one',
  right: 'update',
  takes: { name: 'label[file]', required: true, says: 'What is put on it.' },
  says: 'Puts a label on the crate.',
  returns: { noun: 'shelf', state: 'created' },
  run: async () => ({ body: {}, state: 'created' }),
}

/** Pictures of a crate, which only a multipart POST can bring. */
const pictures = { name: 'crate[pictures][0]', says: 'A picture.' }

/** Two invented resources, for tools that read definitions. */
export function madeUpRegistry(): Registry {
  return registry([noun(crate, { commands: [nailShut, weigh, label], operations: { takes: pictures } }), noun(shelf)])
}
