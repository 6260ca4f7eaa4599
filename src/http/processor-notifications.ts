import type { FastifyInstance } from 'fastify'
import type { NotificationMessage } from '../ports/processor.ts'

export interface NotificationParts {
  /** Returns false where it is not signed by the account that it is addressed to. Throws where it makes no sense. */
  takeNotification(
    to: { connector: string; product_transaction_id: string },
    message: NotificationMessage,
  ): Promise<boolean>
  /** The machine's time, which signatures are measured by, Unix seconds. */
  seconds(): number
}

const LARGEST_BYTES = 512 * 1024

/**
 * Serves the addresses that processors send to. They are answered alike whether there is no such product, no such
 * connector or no signature that fits, so that nobody learns which products there are.
 */
export async function notificationRoutes(app: FastifyInstance, parts: NotificationParts): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_BYTES }, (_request, body, done) =>
    done(null, body),
  )
  const path = '/processors/:connector/:product_transaction_id'
  app.post<{ Params: { connector: string; product_transaction_id: string } }>(path, async (request, reply) => {
    const body = typeof request.body === 'string' ? request.body : ''
    const message = { headers: request.headers, body, received_ts: parts.seconds() }
    const answer = reply.type('text/plain')
    const is_taken = await parts.takeNotification(request.params, message)
    return is_taken ? answer.send('ok') : answer.code(401).send('The signature does not fit.')
  })
}
