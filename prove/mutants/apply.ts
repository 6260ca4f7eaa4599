import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mutant } from './mutant.ts'

/** What a gateway and its tests are run from. */
const PARTS = [
  'src',
  'sandbox',
  'agent',
  'packages',
  'tools',
  'test',
  'prove',
  'conformance',
  'package.json',
  'tsconfig.json',
  'docs',
  'LICENSE',
]

/** Copies the checkout and applies the mutant's edits. Throws when an edit fits nowhere or at more than one place. */
export function mutated(tree: string, mutant: Pick<Mutant, 'name' | 'edits'>): { tree: string; remove(): void } {
  const copy = freeFolder()
  for (const part of PARTS) cpSync(join(tree, part), join(copy, part), { recursive: true })
  symlinkSync(join(tree, 'node_modules'), join(copy, 'node_modules'))
  const remove = () => rmSync(copy, { recursive: true, force: true })
  try {
    for (const [file, text] of edited(tree, mutant)) writeFileSync(join(copy, file), text)
  } catch (error) {
    remove()
    throw error
  }
  return { tree: copy, remove }
}

/** Node keeps compiled code by path, so one copy after another at the same place compiles only what it has changed. */
function freeFolder(number = 1): string {
  const folder = join(tmpdir(), `tollgate-mutant-${number}`)
  try {
    mkdirSync(folder)
    return folder
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return freeFolder(number + 1)
  }
}

/** The files as the mutant has them. */
export function edited(tree: string, { name, edits }: Pick<Mutant, 'name' | 'edits'>): Map<string, string> {
  const files = new Map<string, string>()
  for (const { file, find, replace } of edits) {
    const text = files.get(file) ?? readFileSync(join(tree, file), 'utf8')
    const times = text.split(find).length - 1
    if (times !== 1) throw new Error(`mutant ${name}: ${times} places in ${file} for ${JSON.stringify(find)}`)
    files.set(
      file,
      text.replace(find, () => replace),
    )
  }
  return files
}
