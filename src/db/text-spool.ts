import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Texts that are in memory at once. */
const HELD = 10

/** Texts that are read once, in the order in which they were added. */
interface TextSpool {
  add(text: string): void
  texts(): Generator<string>
  close(): void
}

/**
 * Holds the first texts in memory, and the others in a file. The file has no name, so it is gone with the process,
 * whatever ends that.
 */
export function textSpool(held = HELD): TextSpool {
  const first: string[] = []
  const sizes: number[] = []
  let file: number | undefined
  return {
    add(text) {
      if (first.length < held) return void first.push(text)
      file ??= openNameless()
      writeFileSync(file, text)
      sizes.push(Buffer.byteLength(text))
    },
    *texts() {
      yield* first.splice(0)
      let at = 0
      for (const size of sizes) {
        const bytes = Buffer.allocUnsafe(size)
        readSync(file!, bytes, 0, size, at)
        at += size
        yield bytes.toString()
      }
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

function openNameless(): number {
  const path = join(tmpdir(), `tollgate-${randomUUID()}`)
  const file = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  return file
}
