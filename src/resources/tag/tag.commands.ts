import type { Command } from '../../definition/command.ts'
import type { Where } from '../../definition/rules.ts'
import { looksLikeId } from '../../lib/id.ts'
import { notFound } from '../../lib/problem.ts'
import { tag } from './tag.ts'

type Tag = typeof tag

/**
 * `DELETE /v2/tags` as in the contract: the tag is named by `?id=`, by `?title=&location_id=`, or by an id in the body.
 * Naming none, or an unknown one, is 404.
 */
const removeNamed: Command<Tag> = {
  name: 'removeNamed',
  method: 'DELETE',
  on: 'all',
  path: '',
  right: 'remove',
  query: {
    id: 'The tag to delete.',
    title: 'Or its title, together with location_id.',
    location_id: 'The location of the title.',
  },
  input: {
    id: { ...tag.fields.id, mark: 'P', options: { ...tag.fields.id.options, example: '66f1a0c2e4b09d7a5c3e1f08' } },
    title: { ...tag.fields.title, mark: 'P' },
  },
  says: 'Deletes the tag that the query or the body names.',
  operation: 'deleteNamedTag',
  returns: 'nothing',
  refuses: ['missing'],
  async run(act) {
    const named = whereOf({ ...act.query, ...onlyText(act.input) })
    if (!named) throw notFound()
    await act.store.transaction(act.actor, async work => {
      const found = await work.find(tag, named)
      const row = found && (await work.lock(tag, found.id))
      if (!row) throw notFound()
      await work.remove(tag, row)
    })
    return null
  },
}

function onlyText(input: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function whereOf(named: Record<string, string>): Where | null {
  if (named.id) return looksLikeId(named.id) ? { id: named.id } : null
  if (named.title && named.location_id) return { title: named.title, location_id: named.location_id }
  return null
}

export const tagCommands = [removeNamed]
