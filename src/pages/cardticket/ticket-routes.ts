import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type SecretGuesses, tooManyGuesses } from '../../auth/secret-guesses.ts'
import { isCurrent } from '../../auth/signature-uses.ts'
import { onLane, ownedBy } from '../../db/lanes.ts'
import { systemCaller } from '../../definition/caller.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Row } from '../../definition/resource.ts'
import type { Store } from '../../definition/store.ts'
import { create } from '../../engine/create.ts'
import type { Engine } from '../../engine/engine.ts'
import { Refusal, unauthorized } from '../../lib/problem.ts'
import { openKey } from '../../lib/sealed-key.ts'
import { utf8Text } from '../../lib/utf8.ts'
import { isOrigin } from '../../lib/web-address.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ticket } from '../../resources/ticket/ticket.ts'
import type { CardGuard } from '../checkout/card-guard.ts'
import type { Sql } from '../checkout/page-subject.ts'
import { inRequestWords, isSigned, readTicketRequest, type TicketRequest } from './ticket-request.ts'

interface CardTicketParts {
  db: Sql
  cipher: Cipher
  engine: Engine
  store: Store
  clock: Clock
  guesses: SecretGuesses
  guard: CardGuard
  /** Operations on tickets that one signature makes. */
  ticketsOf(own: { order_id: string; signature_mark: string }): Operations<typeof ticket>
}

const PATH = '/v2/cardtickets'
const LARGEST = 4 * 1024
const PREFLIGHT_SECONDS = '600'

/**
 * Where a payer's browser leaves a card for a ticket, by a signature of the merchant's server, which never sees the
 * card. Scripts of an origin may do so where a location names it.
 */
export async function cardTickets(app: FastifyInstance, parts: CardTicketParts): Promise<void> {
  app.removeAllContentTypeParsers()
  const whole = { parseAs: 'buffer', bodyLimit: LARGEST } as const
  app.addContentTypeParser('application/json', whole, async ({ headers }: FastifyRequest, body: Buffer) =>
    parsed(utf8Text(body, headers['content-type'])),
  )
  app.addHook('preHandler', (_request, _reply, done) => onLane('pages', done))
  app.options(PATH, async (request, reply) => {
    const origin = originOf(request.headers.origin)
    reply.header('vary', 'origin').header('cache-control', 'no-store')
    if (!origin || !(await isNamed(parts.db, origin)))
      throw new Refusal(403, 'No location takes tickets from this origin.')
    allow(reply, origin)
    const headers = { 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'content-type' }
    return reply
      .code(204)
      .headers({ ...headers, 'access-control-max-age': PREFLIGHT_SECONDS })
      .send()
  })
  app.post(PATH, async (request, reply) => {
    reply.header('vary', 'origin').header('cache-control', 'no-store')
    const sent = readTicketRequest(request.body)
    const place = await signedPlace(parts, sent, request.ip)
    const { origin } = request.headers
    // A program that is no browser sends none. Foreign pages cannot leave it out.
    if (origin !== undefined && !place.ticket_origins?.includes(origin))
      throw new Refusal(403, 'This location takes no tickets from this origin.')
    if (origin !== undefined) allow(reply, origin)
    const row = await makeTicket(parts, place, sent, request.ip)
    return reply.code(201).send({ cardticket: shown(row) })
  })
  app.route({
    method: ['GET', 'PUT', 'DELETE', 'PATCH'],
    url: PATH,
    exposeHeadRoute: false,
    handler: async () => {
      throw new Refusal(405, 'This method is not offered here.', null, { allow: 'OPTIONS, POST' })
    },
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function originOf(header: string | undefined): string | null {
  return header !== undefined && isOrigin(header) ? header : null
}

/** The answer is for scripts of this one origin, and for no cookie: there is none. */
function allow(reply: FastifyReply, origin: string): void {
  reply.header('access-control-allow-origin', origin).header('cross-origin-resource-policy', 'cross-origin')
}

async function isNamed(db: Sql, origin: string): Promise<boolean> {
  const found = await db.query(
    'select 1 from location where ticket_origins @> array[$1::text] and ticket_origins is not null and deleted_ts is null limit 1',
    [origin],
  )
  return found.length > 0
}

interface Place {
  id: string
  root_id: string
  tz: string
  ticket_hash_key_sealed: string
  ticket_origins: string[] | null
}

/** Compared where there is no such location, so that a wrong key takes as long as a wrong signature. */
const NO_KEY = randomUUID()

/** Returns the location that has signed. Throws 401, and 429 for an address that has guessed too often. */
async function signedPlace(
  { db, cipher, clock, guesses }: CardTicketParts,
  sent: TicketRequest,
  address: string,
): Promise<Place> {
  const [place] = await db.query<Place>(
    `select id, root_id, tz, ticket_hash_key_sealed, ticket_origins from location where location_api_key_mark = any ($1) and deleted_ts is null`,
    [cipher.fingerprints('location_api_key', sent.location_api_key)],
  )
  const is_signed = isSigned(sent, place ? openKey(cipher, place, 'ticket_hash_key') : NO_KEY)
  const wait = await guesses.secondsToWait(address, place && is_signed ? `ticket ${place.id}` : null)
  if (wait !== null) throw tooManyGuesses(wait)
  if (!place || !is_signed) throw unauthorized('Signature is invalid')
  if (!isCurrent(sent.timestamp, clock.seconds())) throw unauthorized('Signature has expired.')
  await ownedBy(place.root_id)
  return place
}

async function makeTicket(
  { engine, store, guard, ticketsOf }: CardTicketParts,
  place: Place,
  sent: TicketRequest,
  remote_ip: string,
): Promise<Row<typeof ticket>> {
  // Nobody guesses a signature from its hash, and an unkeyed one stays the same when keys are replaced.
  const signature_mark = createHash('sha256').update(sent.signature.toLowerCase()).digest('hex')
  const account_number = String(sent.card.account_number ?? '').slice(0, 19)
  const page_id = `ticket ${signature_mark}`
  const may = await guard.mayAttempt({ page_id, location_id: place.id, remote_ip, account_number })
  if (!may.allowed)
    throw new Refusal(429, 'Too many cards were tried.', null, { 'retry-after': String(may.retry_after) })
  const noun = engine.registry.get('ticket')
  const caller = systemCaller(place.root_id, 'ticket', place.tz, remote_ip)
  const operations = { ...noun.operations, ...ticketsOf({ order_id: sent.order_id, signature_mark }) }
  try {
    const body = { ticket: { ...sent.card, location_id: place.id } }
    const { row } = await create(engine, store, { ...noun, operations }, { caller }, body, [])
    return row as unknown as Row<typeof ticket>
  } catch (error) {
    throw inRequestWords(error)
  }
}

/** What the payer's browser learns of the card is what the payer has typed. */
function shown({
  id,
  ticket_number,
  order_id,
  first_six,
  last_four,
  account_type,
  exp_date,
  expire_ts,
}: Row<typeof ticket>) {
  return { id, ticket: id, ticket_number, order_id, first_six, last_four, account_type, exp_date, expire_ts }
}
