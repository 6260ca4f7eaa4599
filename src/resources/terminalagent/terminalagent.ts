import { flag, id, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, many, one } from '../../definition/resource.ts'

/**
 * A small program on a shop's network through which the gateway reaches the terminals there. It connects outwards and
 * authenticates with its key, so the shop's router needs no open port.
 */
export const terminalagent = defineResource({
  name: 'terminalagent',
  plural: 'terminalagents',
  spec: '4.14',
  scope: 'location_id',
  fields: {
    id: id(),
    location_id: ref('location', 'RP'),
    title: text(1, 64, 'RPU'),
    active: flag('PU', { fallback: true, note: 'An inactive agent cannot connect.' }),
    version: text(undefined, 32, 'S', { note: 'As of its last connection.' }),
    last_seen_ts: stamp('S', { note: 'Follows every half minute while it is connected.' }),
    created_ts: stamp(),
    modified_ts: stamp(),
    created_user_id: ref('user', 'S'),
    key_mark: text(undefined, 64, 'S', { reach: 'hidden', note: 'SHA-256 of its key.' }),
  },
  expands: {
    location: one('location', 'location_id'),
    terminals: many('terminal', 'terminal_agent_id'),
  },
  about: [
    'In the shop',
    'A program in the shop through which terminals are reached that have no address in the internet.',
    { title: 'What people call it.' },
  ],
})
