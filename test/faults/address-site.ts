import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type LookupFunction, type Socket } from 'node:net'
import { createServer } from 'node:tls'
import { processorHttp } from '../../src/processors/http.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { connectProducts } from '../support/connect-products.ts'
import type { Place } from '../support/connector-places.ts'
import { EXPIRED, LOCALHOST, RENEWED } from '../support/localhost-certificate.ts'
import { lastRow, resolveNow, resolveOnce, rowOf } from '../support/power-cut.ts'

/** A processor that the gateway reaches by host name and TLS, as in live mode. */
export interface AddressSite {
  t: TestApp
  place: Place
  /** The DNS error code for the processor's name; null if the name resolves. */
  lookup_error: string | null
  /** Changes the certificate of the server and closes its connections. */
  show(certificate: typeof LOCALHOST): Promise<void>
  close(): Promise<void>
}

export async function addressSite(name: string, open: (now: () => number) => Promise<Place>): Promise<AddressSite> {
  let now = () => Math.floor(Date.now() / 1000)
  const place = await open(() => now())
  const sockets = new Set<Socket>()
  const host_port = Number(new URL(place.host.url).port)
  const server = createServer(LOCALHOST, socket => {
    const behind = connect(host_port, '127.0.0.1')
    socket.pipe(behind).pipe(socket)
    for (const each of [socket, behind]) each.on('error', () => undefined)
    behind.on('close', () => socket.destroy())
    socket.on('close', () => behind.destroy())
  })
  server.on('connection', socket => {
    sockets.add(socket.on('close', () => sockets.delete(socket)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const lookup: LookupFunction = (_host, { all }, done) => {
    if (site.lookup_error) return done(Object.assign(new Error('no address'), { code: site.lookup_error }), '')
    if (all) done(null, [{ address: '127.0.0.1', family: 4 }])
    else done(null, '127.0.0.1', 4)
  }
  const ca = [LOCALHOST, EXPIRED, RENEWED].map(({ cert }) => cert).join('\n')
  const http = processorHttp({ ca, lookup, call_ms: 5_000 })
  const t = await testApp(`address_${name.replaceAll('-', '_')}`, {
    connectors: { [name]: place.connect(http) },
    retry_policy: { find_ms: [1], poll_ms: 1_000 },
  })
  now = () => t.clock.seconds()
  const { pathname } = new URL(place.settings.url!)
  const url = `https://localhost:${port}${pathname}`
  await connectProducts(t, { connector: name, settings: { ...place.settings, url }, secrets: place.secrets })
  const hangUp = async (): Promise<void> => {
    const closed = [...sockets].map(socket => once(socket, 'close'))
    for (const socket of sockets) socket.destroy()
    await Promise.all(closed)
  }
  const site: AddressSite = {
    t,
    place,
    lookup_error: null,
    async show(certificate) {
      server.setSecureContext(certificate)
      await hangUp()
    },
    async close() {
      await t.close()
      http.close()
      await place.host.close()
      await hangUp()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return site
}

/** Starts and ends a fault of DNS or TLS. */
export interface AddressFault {
  begin(site: AddressSite): Promise<void>
  end(site: AddressSite): Promise<void>
}

const lookups = (error: string): AddressFault => ({
  async begin(site) {
    site.lookup_error = error
    await site.show(LOCALHOST)
  },
  async end(site) {
    site.lookup_error = null
  },
})

export const ADDRESS_FAULTS = {
  'the processor name does not resolve': lookups('ENOTFOUND'),
  'the DNS server is down': lookups('EAI_AGAIN'),
  'the processor certificate has expired': { begin: site => site.show(EXPIRED), end: site => site.show(RENEWED) },
} as const satisfies Record<string, AddressFault>

const sale = { action: 'sale', payment_method: 'cc', account_number: '4111111111111111', exp_date: '1230' } as const
const statusOf = ({ t }: AddressSite, transaction_amount: string): Promise<{ status_id: number; reason: number }> =>
  t.api.transactions
    .create({ ...sale, transaction_amount })
    .then(({ status_id, reason_code_id: reason }) => ({ status_id: status_id!, reason: reason! }))

/** The gateway cannot send the order, and it knows that. It declines the payment, and the client may try again. */
export async function refusedBefore(site: AddressSite, { begin, end }: AddressFault): Promise<void> {
  const { host, movements } = site.place
  assert.equal((await statusOf(site, '10.00')).status_id, 101)
  const before = movements().length
  const received = host.received.length
  await begin(site)
  assert.deepEqual(await statusOf(site, '11.00'), { status_id: 301, reason: 1530 })
  assert.equal(host.received.length, received, 'the processor received nothing')
  await end(site)
  assert.equal((await statusOf(site, '12.00')).status_id, 101, 'payments work again without a restart')
  assert.equal(movements().length, before + 1)
}

/** The fault starts after the processor has the order. The outcome stays unknown until the processor can be queried. */
export async function unknownAfter(site: AddressSite, { begin, end }: AddressFault): Promise<void> {
  const { t, place } = site
  place.host.before = async () => {
    place.host.before = null
    // The processor executes the order, but its answer is lost.
    place.host.faults.push('lost_after')
    await begin(site)
    return null
  }
  // The fault may also break the connection of the order, but the request has arrived by then.
  assert.deepEqual(await statusOf(site, '13.00'), { status_id: 301, reason: 1531 })
  const { id } = await lastRow(t)
  await resolveOnce(t)
  assert.equal((await rowOf(t, id)).outcome, 'unknown', 'the processor could not be queried')
  await end(site)
  await resolveNow(t)
  assert.equal((await rowOf(t, id)).outcome, 'declined')
  const theirs = place.movements().filter(({ reference }) => reference === id)
  const back = place.movements().filter(({ on }) => on === id)
  const stands = theirs.reduce((sum, { moved }) => sum + moved, 0) - back.reduce((sum, { moved }) => sum + moved, 0)
  assert.equal(stands, 0, 'the order was reversed')
}
