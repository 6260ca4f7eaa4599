import type { FastifyInstance } from 'fastify'
import type { InboundText, TextInbound } from '../ports/mailer.ts'

export interface InboundParts {
  inbound: TextInbound
  handleInbound(heard: InboundText): Promise<void>
  publicUrl(): string
}

/** The webhooks of the carrier of texts: replies of people, and the delivery status of texts. */
const TEXT_REPLIES = '/inbound/text'
export const TEXT_STATUS = '/inbound/text/status'

const LARGEST_FORM = 64 * 1024

/**
 * Serves the carrier's webhooks, authenticated by signature. The response is an empty document: the carrier itself
 * confirms a STOP.
 */
export async function inboundRoutes(
  app: FastifyInstance,
  { inbound, handleInbound, publicUrl }: InboundParts,
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LARGEST_FORM },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  for (const path of [TEXT_REPLIES, TEXT_STATUS]) {
    app.post(path, async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const signature = request.headers['x-twilio-signature']
      // The signature covers the public address, whatever a proxy made of it.
      const url = `${publicUrl()}${request.url}`
      const heard = inbound.read(url, form, typeof signature === 'string' ? signature : null)
      if (!heard) return reply.code(403).type('text/plain').send('The signature does not fit.')
      await handleInbound(heard)
      return reply.type('text/xml').send('<?xml version="1.0" encoding="UTF-8"?><Response/>')
    })
  }
}
