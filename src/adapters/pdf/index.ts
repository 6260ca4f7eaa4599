import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { Unavailable } from '../../lib/problem.ts'
import type { InvoicePrinter, InvoiceSheet } from '../../ports/invoice-printer.ts'

/** Whoever comes later is told to come again: each takes a tenth of a second, a very long one a few. */
const MOST_WAITING = 20
const LONGEST_MS = 30_000
/** The thread and its fonts take 60 MB, so it ends when nobody prints. */
const IDLE_MS = 60_000
/** Whoever asks for the same invoice again gets the same bytes, without printing it again. */
const KEPT_BYTES = 8 * 1024 * 1024

interface Waiting {
  resolve(content: Buffer): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

/** Returns a stored logo as `data:image/…`, or null. */
type StoredLogo = (address: string) => Promise<string | null>

/** Prints one invoice after the other in a thread of its own, which is started by the first one. */
export function invoicePrinter(
  storedLogo: StoredLogo,
  limits = { most_waiting: MOST_WAITING, longest_ms: LONGEST_MS },
): InvoicePrinter {
  const waiting = new Map<number, Waiting>()
  const kept = keptDocuments()
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let last = 0

  const end = (problem: Error): Promise<unknown> | undefined => {
    const ended = worker?.terminate()
    worker = null
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer)
      reject(problem)
    }
    waiting.clear()
    return ended
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./worker.ts', import.meta.url))
    started.on('message', ({ id, content, problem }: { id: number; content?: Uint8Array; problem?: string }) => {
      const one = waiting.get(id)
      waiting.delete(id)
      clearTimeout(one?.timer)
      if (content) one?.resolve(Buffer.from(content))
      else one?.reject(new Error(problem))
      if (waiting.size === 0) started.unref()
    })
    started.on('error', (error: Error) => {
      if (worker === started) end(error)
    })
    return started
  }
  const print = (sheet: InvoiceSheet): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      worker ??= start()
      worker.ref()
      last += 1
      const id = last
      const timer = setTimeout(
        () => end(new Unavailable(true, new Error('an invoice took too long to print'))),
        limits.longest_ms,
      )
      waiting.set(id, { resolve, reject, timer })
      worker.postMessage({ id, sheet })
      clearTimeout(idle)
      idle = setTimeout(() => {
        if (waiting.size === 0) end(new Error('idle'))
      }, IDLE_MS).unref()
    })
  return {
    async pdf(sheet) {
      const name = createHash('sha256').update(JSON.stringify(sheet)).digest('base64')
      const before = kept.get(name)
      if (before) return before
      if (waiting.size >= limits.most_waiting)
        throw new Unavailable(true, new Error('too many invoices are being printed'))
      const { logo } = sheet.merchant
      const picture = logo?.startsWith('/') ? await storedLogo(logo) : logo
      const content = await print({ ...sheet, merchant: { ...sheet.merchant, logo: picture } })
      kept.set(name, content)
      return content
    },
    async close() {
      clearTimeout(idle)
      await end(new Error('The gateway is stopping.'))
    },
  }
}

/** The latest documents, as many as fit. */
function keptDocuments() {
  const documents = new Map<string, Buffer>()
  let bytes = 0
  return {
    get: (name: string) => documents.get(name),
    set(name: string, content: Buffer) {
      if (documents.has(name)) return
      documents.set(name, content)
      bytes += content.length
      for (const [oldest, { length }] of documents) {
        if (bytes <= KEPT_BYTES) break
        documents.delete(oldest)
        bytes -= length
      }
    },
  }
}
