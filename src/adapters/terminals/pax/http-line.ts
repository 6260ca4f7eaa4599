import { LineError, type TerminalLine } from '../../../ports/terminal-line.ts'
import { frameReader } from './frame-reader.ts'
import type { TcpSettings } from './tcp-line.ts'

const http = process.getBuiltinModule('node:http')

const LONGEST_ANSWER = 256 * 1024

/**
 * The same frames over HTTP: the command in base64 after the question mark, the response unchanged. There is no ACK
 * and no way to stop a command; a device that refuses returns another status.
 */
export function httpLine({ target, connect_ms = 5_000 }: Pick<TcpSettings, 'target' | 'connect_ms'>): TerminalLine {
  return {
    async send(device, command) {
      const place = await Promise.resolve(target(device)).catch(() => null)
      if (!place) throw new LineError('unreachable', 'the terminal has no address here')
      const path = `/?${command.frame.toString('base64')}`
      const body = await get({ ...place, path, connect_ms, wait_ms: command.wait_ms, taken: command.taken })
      const frame = frameReader()(body).find(received => received.kind === 'frame')
      if (frame?.kind !== 'frame') throw new LineError('lost', 'the terminal cannot be understood')
      return frame.frame
    },
  }
}

interface Get {
  host: string
  port: number
  path: string
  connect_ms: number
  wait_ms: number
  taken?: (() => void) | undefined
}

function get({ host, port, path, connect_ms, wait_ms, taken }: Get): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let connected = false
    const asking = http.request({ host, port, path, agent: false }, response => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > LONGEST_ANSWER) asking.destroy(new Error('the answer is too long'))
        else chunks.push(chunk)
      })
      response.on('error', error => fail(error.message))
      response.on('end', () => {
        clearTimeout(timer)
        if (response.statusCode === 503) return reject(new LineError('busy', 'the terminal is at work'))
        if (response.statusCode !== 200) return fail(`the terminal answered ${response.statusCode}`)
        resolve(Buffer.concat(chunks))
      })
    })
    const fail = (text: string) => {
      clearTimeout(timer)
      asking.destroy()
      reject(new LineError(connected ? 'lost' : 'unreachable', text))
    }
    let timer = setTimeout(() => fail('the terminal does not take the connection'), connect_ms)
    asking.on('socket', socket =>
      socket.once('connect', () => {
        connected = true
        clearTimeout(timer)
        timer = setTimeout(() => fail('the terminal did not answer'), wait_ms)
        taken?.()
      }),
    )
    asking.on('error', error => fail(error.message))
    asking.end()
  })
}
