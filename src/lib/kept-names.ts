import { randomBytes } from 'node:crypto'

/** File names that cannot lead out of their folder. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,200}$/

/** Suffixes of files that transfer programs are still writing. */
const UNFINISHED = /\.(part|tmp|filepart|partial)$/i

/** Whether a listed name is that of a complete file. */
export function isComplete(name: string): boolean {
  return NAME.test(name) && !UNFINISHED.test(name)
}

export function checkedName(name: string): string {
  if (!NAME.test(name)) throw new Error('the name of a bank file is not allowed')
  return name
}

/**
 * Returns the names under which a file may be kept, the best one first: banks send file after file under one name, and
 * none of them may take the place of another. `seconds`: when it was written.
 */
export function keptNames(name: string, seconds: number): string[] {
  const dated = `${name}.${Math.trunc(seconds) || 0}`
  return [name, dated, `${dated}.${randomBytes(4).toString('hex')}`]
}
