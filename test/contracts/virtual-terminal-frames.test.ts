import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { terminalRoom } from '../support/terminal-room.ts'
import { newDevice } from '../support/test-terminal.ts'

/**
 * A cash register that shares no code with the product: bytes as they appear in the public description of the
 * protocol.
 */
const room = await terminalRoom()
after(() => room.close())
const device = newDevice({ serial_number: 'HAND1' })
const place = await room.devices.place(device)

const CODES: Readonly<Record<string, string>> = { STX: '\u0002', ETX: '\u0003', FS: '\u001c', US: '\u001f' }
const [ACK, NAK, EOT] = [6, 21, 4]

function frame(text: string): Buffer {
  const bytes = Buffer.from(text.replaceAll(/\[([A-Z]+)\]/g, (_all, name: string) => CODES[name]!))
  let sum = 0
  for (const byte of bytes.subarray(1)) sum ^= byte
  return Buffer.concat([bytes, Buffer.of(sum)])
}

class Line {
  readonly socket: Socket
  #heard = Buffer.alloc(0)

  constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk: Buffer) => {
      this.#heard = Buffer.concat([this.#heard, chunk])
      socket.emit('heard')
    })
  }

  async byte(): Promise<number> {
    while (this.#heard.length === 0) await once(this.socket, 'heard')
    const [first] = this.#heard
    this.#heard = this.#heard.subarray(1)
    return first!
  }

  /** The fields of the next frame; its checksum is checked here, by hand. */
  async fields(): Promise<string[]> {
    assert.equal(await this.byte(), 2)
    const bytes: number[] = []
    for (;;) {
      const byte = await this.byte()
      bytes.push(byte)
      if (byte === 3) break
    }
    assert.equal(
      await this.byte(),
      bytes.reduce((sum, byte) => sum ^ byte, 0),
    )
    return Buffer.from(bytes.slice(0, -1)).toString('utf8').split('\u001c')
  }
}

async function dial(): Promise<Line> {
  const socket = connect({ host: place.host, port: place.port })
  await once(socket, 'connect')
  return new Line(socket)
}

test('an initialise of version 1.28, as it is published in base64, is acknowledged and answered', async () => {
  const line = await dial()
  line.socket.write(Buffer.from('AkEwMBwxLjI4A0s=', 'base64'))
  assert.equal(await line.byte(), ACK)
  const [status, command, version, result, message, serial] = await line.fields()
  assert.deepEqual([status, command, version, result, message, serial], ['0', 'A01', '1.35', '000000', 'OK', 'HAND1'])
  line.socket.end(Buffer.of(ACK))
})

test('a sale, a local report of it and a void by its host reference, on one line, with stray bytes in between', async () => {
  const line = await dial()
  line.socket.write(frame('[STX]T00[FS]1.35[FS]01[FS]1000[FS][US][US][US][US][US]1[FS]77[FS][FS][FS][FS][FS][ETX]'))
  assert.equal(await line.byte(), ACK)
  const sale = await line.fields()
  assert.deepEqual(sale.slice(1, 5), ['T01', '1.35', '000000', 'OK'])
  const host = sale[5]!.split('\u001f')
  assert.deepEqual([host[0], host[1], /^[0-9a-f]{6}$/.test(host[2]!)], ['00', 'APPROVED', true])
  assert.equal(sale[6], '01')
  assert.equal(sale[7]!.split('\u001f')[0], '1000')
  assert.deepEqual(sale[8]!.split('\u001f').slice(0, 2), ['1111', '4'])
  assert.equal(sale[9]!.split('\u001f')[1], '77')
  const ext = new Map(sale[13]!.split('\u001f').map(pair => pair.split('=') as [string, string]))
  assert.deepEqual([ext.get('CARDBIN'), ext.get('APPLAB')], ['411111', 'VISA CREDIT'])
  // A public kit acknowledges with the digits of the character's number.
  line.socket.write('36')
  line.socket.write(Buffer.of(ACK))

  line.socket.write(frame('[STX]R02[FS]1.35[FS]00[FS][FS][FS][FS][FS][FS]77[FS][ETX]'))
  assert.equal(await line.byte(), ACK)
  const report = await line.fields()
  assert.deepEqual(report.slice(1, 7), ['R03', '1.35', '000000', 'OK', '1', '0'])
  assert.equal(report[7], sale[5])
  assert.equal(report[11]!.split('\u001f')[0], '1000')
  assert.equal(report[13]!.split('\u001f')[1], '77')
  line.socket.write(Buffer.of(ACK))

  line.socket.write(frame(`[STX]T00[FS]1.35[FS]16[FS][FS][FS]78[FS][FS][FS][FS][FS]HREF=${ext.get('HREF')}[ETX]`))
  assert.equal(await line.byte(), ACK)
  assert.deepEqual((await line.fields()).slice(1, 5), ['T01', '1.35', '000000', 'OK'])
  line.socket.end(Buffer.of(ACK))
})

test('a keyed sale with the address the till sends, and a debit sale of its own kind', async () => {
  const line = await dial()
  const keyed =
    '[STX]T00[FS]1.35[FS]01[FS]1100[FS]4005554444444460[US]1230[US]999[US][US][US]1[FS]1[FS]32606[US]5800 NW 39th AVE[FS][FS][FS][FS][ETX]'
  line.socket.write(frame(keyed))
  assert.equal(await line.byte(), ACK)
  const sale = await line.fields()
  assert.deepEqual(sale[8]!.split('\u001f').slice(0, 2), ['4460', '0'])
  assert.equal(sale[8]!.split('\u001f')[8], 'M')
  assert.deepEqual(sale[10], 'Y\u001fGOOD')
  line.socket.write(Buffer.of(ACK))
  line.socket.write(frame('[STX]T02[FS]1.35[FS]01[FS]711[FS][US][US][US][US][US]1[FS]5[FS][FS][ETX]'))
  assert.equal(await line.byte(), ACK)
  const debit = await line.fields()
  assert.deepEqual(debit.slice(1, 5), ['T03', '1.35', '000000', 'OK'])
  line.socket.write(Buffer.of(ACK))
  const real = keyed.replace('4005554444444460', '4242424242424242')
  line.socket.write(frame(real))
  assert.equal(await line.byte(), ACK)
  assert.deepEqual((await line.fields()).slice(1, 5), ['T01', '1.35', '100003', 'TEST CARDS ONLY'])
  line.socket.end(Buffer.of(ACK))
})

test('a frame with a wrong checksum gets NAK, three times; then the session is ended', async () => {
  const line = await dial()
  const bad = Buffer.from('AkEwMBwxLjI4A0o=', 'base64')
  for (const expected of [NAK, NAK, EOT]) {
    line.socket.write(bad)
    assert.equal(await line.byte(), expected)
  }
  line.socket.end()
})

test('an answer is said again after NAK', async () => {
  const line = await dial()
  line.socket.write(Buffer.from('AkEwMBwxLjI4A0s=', 'base64'))
  assert.equal(await line.byte(), ACK)
  const first = await line.fields()
  line.socket.write(Buffer.of(NAK))
  assert.deepEqual(await line.fields(), first)
  line.socket.end(Buffer.of(ACK))
})

test('while it works a device takes nothing but a cancel, which ends what waits', async () => {
  const watching = new AbortController()
  // Its screen is open, so it waits for a card.
  const path = `devices/${device.id}/screen`
  const watch = room.devices.call('GET', `${path}?version=0`)
  await watch
  const held = room.devices.call('GET', `${path}?version=999999`, undefined, watching.signal).catch(() => null)
  const [first, second, third] = [await dial(), await dial(), await dial()]
  first.socket.write(frame('[STX]T00[FS]1.35[FS]01[FS]1000[FS][FS]90[FS][FS][FS][FS][FS][ETX]'))
  assert.equal(await first.byte(), ACK)
  second.socket.write(Buffer.from('AkEwMBwxLjI4A0s=', 'base64'))
  assert.equal(await second.byte(), EOT)
  third.socket.write(frame('[STX]A14[FS]1.35[FS][ETX]'))
  assert.equal(await third.byte(), EOT)
  assert.deepEqual((await first.fields()).slice(1, 5), ['T01', '1.35', '100002', 'ABORTED'])
  watching.abort()
  await held
  for (const line of [first, second, third]) line.socket.end(Buffer.of(ACK))
})

test('commands that no layout is known for are answered as unsupported', async () => {
  const line = await dial()
  line.socket.write(frame('[STX]A26[FS]1.35[FS][ETX]'))
  assert.equal(await line.byte(), ACK)
  assert.deepEqual((await line.fields()).slice(1, 4), ['A27', '1.35', '100004'])
  line.socket.end(Buffer.of(ACK))
})

test('the same port answers HTTP', async () => {
  const answer = await fetch(`http://${place.host}:${place.port}/?AkEwMBwxLjI4A0s=`)
  assert.equal(answer.status, 200)
  const body = Buffer.from(await answer.arrayBuffer())
  assert.match(body.toString('latin1'), /^\u00020\u001cA01\u001c1\.35\u001c000000\u001cOK\u001cHAND1/)
  assert.equal((await fetch(`http://${place.host}:${place.port}/?nothing`)).status, 400)
})
