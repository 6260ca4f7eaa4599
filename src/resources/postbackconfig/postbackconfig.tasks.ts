import { systemCaller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Store } from '../../definition/store.ts'
import { defineTask, type Tasks } from '../../jobs/declare/task.ts'
import type { Letter } from '../../lib/letter.ts'
import { redactUrl } from '../../lib/redact-url.ts'
import type { Messages } from '../../messages/outgoing.ts'
import type { Clock } from '../../ports/clock.ts'
import { letterSender, type Merchant, merchantOf, replyAddress, senderOf } from '../location/merchant.ts'
import { user } from '../user/user.ts'
import { postbackconfig } from './postbackconfig.ts'

const disabledTask = defineTask<{ postbackconfig_id: string }>('postbackconfig.disabled')

/** Returns a function that switches off a configuration whose receiver is dead, and notifies the merchant by mail. */
export function disabling({ store, clock }: { store: Store; clock: Clock }) {
  return (config: { id: string; root_id: string }, reason: string): Promise<void> =>
    store.transaction({ caller: systemCaller(config.root_id, 'worker') }, async work => {
      const row = await work.lock(postbackconfig, config.id)
      if (!row?.is_active) return
      const disabled_ts = clock.seconds()
      const key = `${disabledTask.name}:${row.id}:${disabled_ts}`
      const effects = [disabledTask.effect({ postbackconfig_id: row.id }, { key })]
      await work.update(
        postbackconfig,
        row,
        { is_active: false, disabled_ts, disabled_reason: reason },
        { verb: 'disabled', effects },
      )
    })
}

/** The notice goes to the location's own address, or else to the user who created the configuration. */
export function postbackconfigTasks({ messages }: { messages: Messages }): Tasks {
  return messages.sending(disabledTask, async ({ payload }, read) => {
    const config = await read.maybe(postbackconfig, payload.postbackconfig_id)
    const merchant = config && (await merchantOf(read, config.location_id))
    if (!config?.disabled_ts || !merchant) return null
    const to = replyAddress(merchant) ?? (await read.maybe(user, config.created_user_id))?.email
    if (!to) return null
    const letter = letterOf(merchant, config)
    return {
      channel: 'email',
      to,
      from: senderOf(merchant),
      letter,
      reason: disabledTask.name,
      about: { model: 'PostbackConfig', id: config.id },
    }
  })
}

function letterOf(merchant: Merchant, { resource, url, disabled_reason }: Row<typeof postbackconfig>): Letter {
  const reason = disabled_reason ?? ''
  return {
    subject: `Postbacks of ${resource} records were switched off`,
    preview: reason,
    sender: letterSender(merchant),
    heading: 'Postbacks were switched off',
    paragraphs: [
      `${reason} So nothing more is sent to this address:`,
      redactUrl(url),
      'Once the receiver works again, set is_active of the configuration to 1. What was not delivered can be sent again with its replay command.',
    ],
    figure: null,
    rows: [
      { label: 'Location', value: merchant.place.name },
      { label: 'Records', value: resource },
    ],
    quote: null,
    button: null,
    notes: [],
  }
}
