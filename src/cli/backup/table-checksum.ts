import { createHash, hash } from 'node:crypto'
import { DamagedFile } from '../age.ts'

/** Row count and checksums of a table. */
export interface TableChecksum {
  rows: number
  bytes: number
  /** SHA-256 of the rows in the order of the backup. */
  sha256: string
  /** A sum that does not depend on the order of the rows, which differs between servers. */
  sum: string
}

const LINE_END = 0x0a
/** Many times the largest row of a gateway. A row is held in memory, so one without an end would use up all of it. */
const LONGEST_ROW = 256 * 1024 * 1024

/** Sums rows in the text form of COPY (one line each), piece by piece. Throws at a row longer than `longest`. */
export function tableChecksum(longest = LONGEST_ROW): { add(piece: Buffer): void; end(): TableChecksum } {
  const whole = createHash('sha256')
  const sum = new BigUint64Array(4)
  let [rows, bytes] = [0, 0]
  let begun: Buffer[] = []
  let held = 0

  const row = (line: Buffer) => {
    rows += 1
    const mark = hash('sha256', line, 'buffer')
    // Addition instead of exclusive or: two equal rows must not cancel each other out.
    for (let lane = 0; lane < sum.length; lane++) sum[lane]! += mark.readBigUInt64LE(lane * 8)
  }
  return {
    add(piece) {
      whole.update(piece)
      bytes += piece.length
      let from = 0
      for (let at = piece.indexOf(LINE_END); at >= 0; at = piece.indexOf(LINE_END, from)) {
        const line = piece.subarray(from, at)
        row(begun.length > 0 ? Buffer.concat([...begun, line]) : line)
        begun = []
        held = 0
        from = at + 1
      }
      if (from === piece.length) return
      held += piece.length - from
      if (held > longest) throw new DamagedFile('a row of it is too long')
      begun.push(Buffer.from(piece.subarray(from)))
    },
    end() {
      if (begun.length > 0) throw new DamagedFile('the last row is cut off')
      return { rows, bytes, sha256: whole.digest('hex'), sum: Buffer.from(sum.buffer).toString('hex') }
    },
  }
}
