import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { ACK, EOT, encodeFrame, NAK } from '../../src/adapters/terminals/pax/frame.ts'
import { httpLine } from '../../src/adapters/terminals/pax/http-line.ts'
import { tcpLine } from '../../src/adapters/terminals/pax/tcp-line.ts'
import { encodeRequest } from '../../src/adapters/terminals/pax/wire.ts'
import { type LineCommand, LineError } from '../../src/ports/terminal-line.ts'
import { chance } from '../support/chance.ts'
import { newDevice } from '../support/test-terminal.ts'

const COMMAND = encodeRequest('A00', {})
const CANCEL = encodeRequest('A14', {})
const ANSWER = encodeFrame(['0', 'A01', '1.35', '000000', 'OK'])

const servers: Server[] = []
after(async () => {
  for (const server of servers) server.close()
})

/** The bytes a scripted device has received, and how it answers. */
interface Script {
  /** Resolves with all bytes received so far as soon as there are this many. */
  hears(length: number): Promise<Buffer>
  says(...bytes: (number | Buffer)[]): void
  socket: Socket
}

/** A device that follows a script, once for each connection. */
async function scripted(play: (script: Script) => Promise<void> | void): Promise<{ host: string; port: number }> {
  const server = createServer(socket => {
    let heard = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk])
      socket.emit('heard')
    })
    const script: Script = {
      socket,
      async hears(length) {
        while (heard.length < length) await once(socket, 'heard')
        return heard
      },
      says: (...bytes) => {
        for (const each of bytes) socket.write(typeof each === 'number' ? Buffer.of(each) : each)
      },
    }
    void Promise.resolve(play(script)).catch(() => socket.destroy())
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { host: '127.0.0.1', port: (server.address() as { port: number }).port }
}

/** No device of these tests is slow, but the machine may be. */
const LONG_MS = 30_000
/** Where silence is what is tried. */
const SHORT = { connect_ms: LONG_MS, ack_ms: 250, stop_ms: 250 }
const LONG = { connect_ms: LONG_MS, ack_ms: LONG_MS, stop_ms: LONG_MS }

async function send(
  target: { host: string; port: number } | null,
  over: Partial<LineCommand> = {},
  limits = LONG,
): Promise<Buffer | string> {
  const line = tcpLine({ target: () => target, ...limits })
  try {
    return await line.send(newDevice(), { id: 'x', frame: COMMAND, wait_ms: LONG_MS, ...over })
  } catch (error) {
    assert.ok(error instanceof LineError, String(error))
    return error.problem
  }
}

test('the device says ACK and answers, and hears ACK for its answer', async () => {
  const heard = Promise.withResolvers<Buffer>()
  let taken = 0
  const place = await scripted(async ({ hears, says }) => {
    await hears(COMMAND.length)
    says(ACK, ANSWER)
    heard.resolve(await hears(COMMAND.length + 1))
  })
  const answer = await send(place, { taken: () => (taken += 1) })
  assert.deepEqual(answer, ANSWER)
  assert.equal(taken, 1)
  assert.deepEqual(await heard.promise, Buffer.concat([COMMAND, Buffer.of(ACK)]))
})

test('an answer comes through in any pieces, with noise before it, without ACK, and twice', async () => {
  const pieces = [...ANSWER].map(byte => Buffer.of(byte))
  for (const said of [
    [ACK, ...pieces],
    [Buffer.from('36'), ACK, Buffer.from('\r\n'), ANSWER],
    [ANSWER],
    [Buffer.concat([Buffer.of(ACK, ACK), ANSWER, ANSWER])],
  ]) {
    const place = await scripted(async ({ hears, says }) => {
      await hears(COMMAND.length)
      for (const each of said) {
        says(each)
        await pause(1)
      }
    })
    assert.deepEqual(await send(place), ANSWER)
  }
})

test('a command that was not understood is sent again, three times in all; then it is refused', async () => {
  const twice = await scripted(async ({ hears, says }) => {
    for (const time of [1, 2]) {
      await hears(COMMAND.length * time)
      says(NAK)
    }
    await hears(COMMAND.length * 3)
    says(ACK, ANSWER)
  })
  assert.deepEqual(await send(twice), ANSWER)
  let heard = 0
  const never = await scripted(async ({ hears, says }) => {
    for (const time of [1, 2, 3]) {
      heard = (await hears(COMMAND.length * time)).length
      says(NAK)
    }
  })
  assert.equal(await send(never), 'refused')
  assert.equal(heard, COMMAND.length * 3)
})

test('a device that ends the session at once is busy, and was sent the command once', async () => {
  const place = await scripted(async ({ hears, says }) => {
    await hears(COMMAND.length)
    says(EOT)
  })
  assert.equal(await send(place), 'busy')
})

test('an answer with a wrong checksum is asked for again; after three the line is given up', async () => {
  const spoiled = Buffer.from(ANSWER)
  spoiled[spoiled.length - 1]! ^= 1
  const place = await scripted(async ({ hears, says }) => {
    await hears(COMMAND.length)
    says(ACK, spoiled)
    assert.equal((await hears(COMMAND.length + 1)).at(-1), NAK)
    says(ANSWER)
  })
  assert.deepEqual(await send(place), ANSWER)
  const said = Promise.withResolvers<number[]>()
  const never = await scripted(async ({ hears, says }) => {
    await hears(COMMAND.length)
    says(ACK)
    const bytes: number[] = []
    for (const time of [1, 2, 3]) {
      says(spoiled)
      bytes.push((await hears(COMMAND.length + time)).at(-1)!)
    }
    said.resolve(bytes)
  })
  assert.equal(await send(never), 'lost')
  assert.deepEqual(await said.promise, [NAK, NAK, EOT])
})

test('who cannot be reached has got nothing', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise(closed => server.close(closed))
  assert.equal(await send({ host: '127.0.0.1', port }), 'unreachable')
  assert.equal(await send(null), 'unreachable')
})

test('silence and closed lines leave open what happened, and nothing is sent twice', async () => {
  const plays: ((script: Script) => Promise<void> | void)[] = [
    () => undefined,
    ({ socket }) => void socket.destroy(),
    async ({ hears, socket }) => {
      await hears(1)
      socket.destroy()
    },
    async ({ hears, says }) => {
      await hears(COMMAND.length)
      says(ACK)
    },
    async ({ hears, says, socket }) => {
      await hears(COMMAND.length)
      says(ACK)
      socket.end()
    },
    async ({ hears, says }) => {
      await hears(COMMAND.length)
      says(ACK, EOT)
    },
    async ({ hears, says, socket }) => {
      await hears(COMMAND.length)
      says(ACK, ANSWER.subarray(0, 9))
      socket.end()
    },
  ]
  for (const [index, play] of plays.entries()) {
    let heard = 0
    const place = await scripted(script => {
      script.socket.on('data', (chunk: Buffer) => {
        heard += chunk.length
      })
      return play(script)
    })
    assert.equal(await send(place, { wait_ms: 250 }, SHORT), 'lost', `play ${index}`)
    assert.ok(heard <= COMMAND.length, `play ${index}`)
  }
})

test('a cancel is sent beside the command, and the answer of the command is still waited for', async () => {
  const stop = new AbortController()
  const place = await scripted(async ({ hears, says }) => {
    await hears(COMMAND.length)
    says(ACK)
    const heard = await hears(COMMAND.length + CANCEL.length)
    assert.deepEqual(heard.subarray(COMMAND.length), CANCEL)
    says(EOT, ANSWER)
  })
  const cancel = { frame: CANCEL, signal: stop.signal }
  const answer = await send(place, { cancel, taken: () => stop.abort() })
  assert.deepEqual(answer, ANSWER)
})

test('a device that does not heed a cancel is given up after a while', async () => {
  const place = await scripted(async ({ hears, says }) => {
    await hears(COMMAND.length)
    says(ACK)
  })
  const cancel = { frame: CANCEL, signal: AbortSignal.abort() }
  assert.equal(await send(place, { cancel }, SHORT), 'lost')
})

test('whatever a device says, the end is its answer whole or a trouble with a name', async () => {
  const random = chance('device')
  const troubles: string[] = []
  for (let round = 0; round < 60; round += 1) {
    const said = Array.from({ length: random.below(6) }, () => {
      const what = random.below(6)
      if (what === 0) return random.bytes(random.below(30))
      if (what === 1) return ANSWER.subarray(0, random.below(ANSWER.length))
      if (what === 2) return ANSWER
      return Buffer.of(random.pick([ACK, NAK, EOT]))
    })
    const place = await scripted(async ({ hears, says, socket }) => {
      await hears(COMMAND.length)
      for (const each of said) {
        says(each)
        if (random.below(2) === 0) await pause(1)
      }
      socket.end()
    })
    const end = await send(place, { wait_ms: 100 }, SHORT)
    if (typeof end === 'string') troubles.push(end)
    else assert.deepEqual(end, ANSWER)
  }
  assert.ok(new Set(troubles).size >= 2, troubles.join())
})

test('over HTTP the frame travels in base64, and the answer comes as it is', async () => {
  const asked = Promise.withResolvers<string>()
  const respond = (status: string, body: Buffer) =>
    Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\ncontent-length: ${body.length}\r\n\r\n`), body])
  const ask = async (answer: Buffer): Promise<Buffer | string> => {
    const place = await scripted(async ({ socket, says }) => {
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      asked.resolve(String(chunk).split('\r\n')[0]!)
      says(answer)
      socket.end()
    })
    return httpLine({ target: () => place })
      .send(newDevice(), { id: 'x', frame: COMMAND, wait_ms: LONG_MS })
      .catch((error: LineError) => error.problem)
  }
  assert.deepEqual(await ask(respond('200 OK', ANSWER)), ANSWER)
  assert.equal(await asked.promise, `GET /?${COMMAND.toString('base64')} HTTP/1.1`)
  assert.equal(await ask(respond('503 Service Unavailable', Buffer.alloc(0))), 'busy')
  assert.equal(await ask(respond('500 Oh', Buffer.alloc(0))), 'lost')
  assert.equal(await ask(respond('200 OK', ANSWER.subarray(1))), 'lost')
  assert.equal(await ask(Buffer.from('not HTTP')), 'lost')
})

test('G75 a device that never stops talking is cut off, and nothing is known of the command', async () => {
  for (const byte of [0x41, ACK]) {
    const target = await scripted(async ({ hears, says }) => {
      await hears(COMMAND.length)
      says(ACK, Buffer.alloc(2 ** 21, byte), ANSWER)
    })
    assert.equal(await send(target), 'lost')
  }
})
