import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { fairQueue } from '../../lib/fair-queue.ts'
import { Unavailable } from '../../lib/problem.ts'
import type { InvoicePrinter, InvoiceSheet } from '../../ports/invoice-printer.ts'

/** Of all merchants, and of one: each print takes a tenth of a second, a very long one a few. */
const SHARES = { at_once: 1, most_each: 20, most: 200 }
const LONGEST_MS = 30_000
/** For a new thread to load its fonts, which takes seconds where the machine is busy. */
const START_MS = 30_000
/** The thread and its fonts take 60 MB, so it ends when nobody prints. */
const IDLE_MS = 60_000
/** A thousand lines and a logo take a quarter of it; a print that takes more ends alone. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }
/** Whoever asks for the same invoice again gets the same bytes, without printing it again. */
const KEPT_BYTES = 8 * 1024 * 1024

interface Parts {
  /** Returns a stored logo as `data:image/…`, or null. */
  storedLogo(address: string): Promise<string | null>
  /** Counts a print of the merchant; throws where it may print no more. */
  takePrint(root_id: string): Promise<void>
}

/**
 * Prints one invoice after the other, of merchants in turn, in a thread of its own, which is started by the first one.
 * A print that breaks the thread or its limits fails alone: the next one gets a new thread.
 */
export function invoicePrinter(
  { storedLogo, takePrint }: Parts,
  limits = { ...SHARES, longest_ms: LONGEST_MS, memory: MEMORY },
): InvoicePrinter {
  const queue = fairQueue('printed invoices', limits)
  const kept = keptDocuments()
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  const end = (): Promise<unknown> | undefined => {
    clearTimeout(idle)
    const ended = worker?.terminate()
    worker = null
    return ended
  }
  const print = async (sheet: InvoiceSheet): Promise<Buffer> => {
    if (isClosed) throw new Error('The gateway is stopping.')
    clearTimeout(idle)
    worker ??= new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits: limits.memory })
    try {
      return await printedBy(worker, sheet, limits.longest_ms)
    } catch (error) {
      if (!(error instanceof Undrawn)) await end()
      throw error
    } finally {
      idle = setTimeout(end, IDLE_MS).unref()
    }
  }
  return {
    async pdf(sheet, root_id) {
      const name = createHash('sha256').update(JSON.stringify(sheet)).digest('base64')
      const before = kept.get(name)
      if (before) return before
      return queue.run(root_id, async () => {
        await takePrint(root_id)
        const { logo } = sheet.merchant
        const picture = logo?.startsWith('/') ? await storedLogo(logo) : logo
        const content = await print({ ...sheet, merchant: { ...sheet.merchant, logo: picture } })
        kept.set(name, content)
        return content
      })
    },
    async close() {
      isClosed = true
      await end()
    },
  }
}

/** The sheet could not be drawn; the thread is well. */
class Undrawn extends Error {}

/** Rejects with `Unavailable` after the longest time, and with the error of the thread where that ends. */
async function printedBy(worker: Worker, sheet: InvoiceSheet, longest_ms: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const late = (): void => reject(new Unavailable(true, new Error('an invoice took too long to print')))
  let timer = setTimeout(late, START_MS)
  const told = ({ begun, content, problem }: { begun?: true; content?: Uint8Array; problem?: string }): void => {
    if (begun) {
      clearTimeout(timer)
      timer = setTimeout(late, longest_ms)
    } else if (content) resolve(Buffer.from(content))
    else reject(new Undrawn(problem))
  }
  const ended = (): void => reject(new Error('The printer has ended.'))
  worker.on('message', told).on('error', reject).on('exit', ended)
  worker.ref()
  worker.postMessage({ sheet })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.off('message', told).off('exit', ended).unref()
    // The error of a thread that is being ended would otherwise end the process.
    worker.on('error', () => undefined).off('error', reject)
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
