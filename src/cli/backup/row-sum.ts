import { createHash, hash } from 'node:crypto'
import { Damaged } from '../age.ts'

/** What a table is known by: how many rows it has, and marks over all of them. */
export interface TableMark {
  rows: number
  bytes: number
  /** SHA-256 of the rows as they were written, in that order. */
  sha256: string
  /** The same rows have the same sum in whatever order a server gives them. */
  sum: string
}

const LINE_END = 0x0a

/** Marks rows in the text form of COPY, where every line is one row, piece by piece as they pass. */
export function tableMark(): { add(piece: Buffer): void; end(): TableMark } {
  const whole = createHash('sha256')
  const sum = new BigUint64Array(4)
  let [rows, bytes] = [0, 0]
  let begun: Buffer[] = []

  const row = (line: Buffer) => {
    rows += 1
    const mark = hash('sha256', line, 'buffer')
    // Each lane wraps around, so the order of rows does not matter, and two equal rows do not take each other away.
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
        from = at + 1
      }
      if (from < piece.length) begun.push(Buffer.from(piece.subarray(from)))
    },
    end() {
      if (begun.length > 0) throw new Damaged('the last row is cut off')
      return { rows, bytes, sha256: whole.digest('hex'), sum: Buffer.from(sum.buffer).toString('hex') }
    },
  }
}
