import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { workInFlight } from './work-in-flight.ts'

/** A server whose client has gone while its request is worked on, and what ends that work. */
async function abandoned(): Promise<{ app: FastifyInstance; ended: ReturnType<typeof workInFlight>; end(): void }> {
  const app = Fastify()
  const ended = workInFlight(app)
  const [begun, work] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  app.get('/', async () => {
    begun.resolve()
    return work.promise
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const client = connect(Number(port), '127.0.0.1').on('error', () => undefined)
  client.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
  await begun.promise
  client.destroy()
  return { app, ended, end: () => work.resolve('done') }
}

test('a server that has closed still waits for what it works on', async () => {
  const { app, ended, end } = await abandoned()
  await app.close()
  let is_over = false
  const waiting = ended().then(() => {
    is_over = true
  })
  await new Promise(setImmediate)
  assert.equal(is_over, false)
  end()
  await waiting
})

test('it waits no longer than it may', async () => {
  const { app, ended } = await abandoned()
  await app.close()
  const deadline = new AbortController()
  const waiting = ended(deadline.signal)
  deadline.abort()
  await waiting
  await ended(AbortSignal.abort())
})
