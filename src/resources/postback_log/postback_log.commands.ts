import type { Command } from '../../definition/command.ts'
import { text } from '../../definition/field.ts'
import type { Row } from '../../definition/resource.ts'
import { invalidField, notFound } from '../../lib/problem.ts'
import { checkMade } from '../oauthgrant/made-under-grant.ts'
import { postbackconfig } from '../postbackconfig/postbackconfig.ts'
import { postback_log } from './postback_log.ts'
import { checkUrl, enqueueReplays } from './replay.ts'

export const postbackLogCommands: Command<typeof postback_log>[] = [
  {
    name: 'replay',
    method: 'POST',
    on: 'one',
    right: 'update',
    input: { url: text(1, 512, 'P', { note: 'Another receiver; it gets no Basic credentials.' }) },
    returns: { noun: 'postback_log', state: 'created' },
    says: 'Sends a postback that is over once more, with the same data and webhook-id. Answers the new postback log.',
    async run({ actor, store, row, moment, input, parts: { poster, posted } }) {
      const url = input.url as string | null
      checkUrl(poster, url)
      if (row.next_run_ts !== null) throw invalidField('postback_status_id', 'The postback is still to be tried.')
      const made = await store.transaction(actor, async work => {
        const config = await work.maybe(postbackconfig, row.postback_config_id)
        if (!config) throw notFound()
        checkMade(actor.caller, config)
        if (!config.is_active) throw invalidField('is_active', 'The configuration must be active.')
        const { id: old, created_ts, postback_status_id } = row
        const request = { from_ts: created_ts, to_ts: created_ts, statuses: [postback_status_id], ids: [old], url }
        const [id] = await enqueueReplays(work, config, request, moment.seconds)
        if (id === undefined) throw invalidField('id', 'The data of this postback is not kept any more.')
        return (await work.maybe(postback_log, id)) as Row<typeof postback_log>
      })
      posted()
      return { row: made, state: 'created' }
    },
  },
]
