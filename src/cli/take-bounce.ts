import { text } from 'node:stream/consumers'
import { readDeliveryReport } from '../lib/delivery-report.ts'
import { handleBounce } from '../messages/handle-inbound.ts'
import { blacklist } from '../resources/email_blacklist/blacklist.ts'
import { messageLog } from '../resources/log_email/message-log.ts'
import { noArguments, type Operator } from './operator.ts'
import { operatorStore } from './operator-store.ts'

/**
 * Reads one mail from standard input, as a mail server pipes it to a program: a bounce sent to the `bounces` address
 * of SMTP_URL.
 */
export function takeBounce(args: string[]): (operator: Operator) => Promise<void> {
  noArguments('take-bounce', args)
  return async operator => {
    const report = readDeliveryReport(await text(process.stdin))
    // A mail server answers a failing program with another bounce, so everything that arrives is accepted.
    if (!report) return operator.print('this is no report of a mail of ours that failed; nothing was changed')
    const { message_id, detail, is_gone } = report
    const parts = { db: operator.db, store: operatorStore(operator), blacklist, messageLog }
    const is_known = await handleBounce(parts, message_id, detail, is_gone)
    operator.print(
      is_known ? `message ${message_id} came back: ${detail}` : `message ${message_id} is not one that could come back`,
    )
  }
}
